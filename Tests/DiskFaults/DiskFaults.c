// What a disk may do to a program, and a crash at any step: loaded by LD_PRELOAD, told by the environment.
//
//   DISK_FAULTS_BELOW=FOLDER   only calls that concern this folder count
//   DISK_FAULTS_DIE_AT=N       the N-th call that changes the disk is the last: SIGKILL comes in its place
//   DISK_FAULTS_TORN=1         a write comes to its half before that
//   DISK_FAULTS_COUNT=FILE     how many calls there were, at a regular end; and the last call, at a death
//   DISK_FAULTS_POOL=FILE      calls that are made on a thread of the concurrency pool, which must not wait for a disk
//   DISK_FAULTS_SWITCH=FILE    while it is there, its lines "ERRNO BEGINNING-OF-PATH" make such calls fail
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// What a call does to the disk, which decides what errors it can meet with.
enum kind { CREATES, OPENS_TO_WRITE, OPENS_TO_READ, WRITES, GROWS, FLUSHES, NAMES };

static const char *below, *count_file, *pool_file, *switch_file;
static size_t below_length;
static long die_at;
static bool torn;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  const char *name = program_invocation_short_name;
  if (strcmp(name, "albumscand") != 0 && strcmp(name, "albumscanctl") != 0) return;
  below = getenv("DISK_FAULTS_BELOW");
  if (below == NULL) return;
  below_length = strlen(below);
  const char *number = getenv("DISK_FAULTS_DIE_AT");
  if (number != NULL) die_at = atol(number);
  torn = getenv("DISK_FAULTS_TORN") != NULL;
  count_file = getenv("DISK_FAULTS_COUNT");
  pool_file = getenv("DISK_FAULTS_POOL");
  switch_file = getenv("DISK_FAULTS_SWITCH");
}

// By the system calls themselves: what is done here is not counted.
static void note(const char *text) {
  if (count_file == NULL) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, count_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, text, strlen(text));
  syscall(SYS_close, file);
}

__attribute__((destructor)) static void end(void) {
  if (below == NULL) return;
  char text[32];
  snprintf(text, sizeof text, "%ld", atomic_load(&calls));
  note(text);
}

// Our programs leave by this, with which no destructor comes.
void _exit(int code) {
  end();
  syscall(SYS_exit_group, code);
  __builtin_unreachable();
}

static bool can_meet(int error, enum kind kind) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return kind == CREATES || kind == WRITES || kind == GROWS;
    case EACCES: return kind == CREATES || kind == OPENS_TO_WRITE || kind == OPENS_TO_READ || kind == NAMES;
    case EROFS: return kind != OPENS_TO_READ && kind != FLUSHES;
    default: return true;
  }
}

// The error that this call is to meet with; 0 for none.
static int fault(const char *path, enum kind kind) {
  if (switch_file == NULL) return 0;
  int file = (int)syscall(SYS_openat, AT_FDCWD, switch_file, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[4096];
  long length = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  if (length <= 0) return 0;
  text[length] = 0;
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    char *beginning;
    int error = (int)strtol(line, &beginning, 10);
    if (*beginning == ' ') beginning++;
    if (error != 0 && strncmp(path, beginning, strlen(beginning)) == 0 && can_meet(error, kind)) return error;
  }
  return 0;
}

static bool concerns(const char *path) { return below != NULL && strncmp(path, below, below_length) == 0; }

// Our own threads, which may wait, are known by their small stacks. SQLite's work comes through queues of its own.
static void note_pool(const char *what, const char *path) {
  if (pool_file == NULL || gettid() == getpid() || strstr(path, "albumscan.db") != NULL) return;
  static _Thread_local int is_of_pool = -1;
  if (is_of_pool < 0) {
    pthread_attr_t attributes;
    size_t stack = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    pthread_attr_getstacksize(&attributes, &stack);
    pthread_attr_destroy(&attributes);
    is_of_pool = stack > 4 << 20;
  }
  if (!is_of_pool) return;
  char line[PATH_MAX + 64];
  int length = snprintf(line, sizeof line, "%s %s\n", what, path);
  int file = (int)syscall(SYS_openat, AT_FDCWD, pool_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, line, length);
  syscall(SYS_close, file);
}

// Counts a call, ends the program at the chosen one, and says what error the others meet with. `half` comes first.
static int meet(const char *what, const char *path, enum kind kind, int file, const void *bytes, size_t size, off_t at) {
  if (!concerns(path)) return 0;
  note_pool(what, path);
  if (kind != OPENS_TO_READ && kind != OPENS_TO_WRITE && atomic_fetch_add(&calls, 1) + 1 == die_at) {
    if (torn && bytes != NULL && size > 1) {
      if (at < 0)
        syscall(SYS_write, file, bytes, size / 2);
      else
        syscall(SYS_pwrite64, file, bytes, size / 2, at);
    }
    char text[PATH_MAX + 64];
    snprintf(text, sizeof text, "%s %s", what, path);
    note(text);
    raise(SIGKILL);
  }
  return fault(path, kind);
}

static bool path_of(int file, char path[PATH_MAX]) {
  if (below == NULL || file <= 2) return false;
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0 || path[0] != '/') return false;
  path[length] = 0;
  return true;
}

static int meet_file(const char *what, int file, enum kind kind, const void *bytes, size_t size, off_t at) {
  char path[PATH_MAX];
  return path_of(file, path) ? meet(what, path, kind, file, bytes, size, at) : 0;
}

static int meet_path(const char *what, const char *path, enum kind kind) {
  return path == NULL ? 0 : meet(what, path, kind, -1, NULL, 0, -1);
}

// The whole path of a name in a folder; NULL where it can't be known.
static const char *whole(int folder, const char *path, char whole[PATH_MAX]) {
  if (path == NULL || path[0] == '/' || folder == AT_FDCWD) return path;
  char parent[PATH_MAX];
  if (!path_of(folder, parent)) return NULL;
  return snprintf(whole, PATH_MAX, "%s/%s", parent, path) < PATH_MAX ? whole : NULL;
}

static int meet_at(const char *what, int folder, const char *path, enum kind kind) {
  char name[PATH_MAX];
  return meet_path(what, whole(folder, path, name), kind);
}

#define REAL(name) \
  static _Atomic(__typeof__(&name)) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define REFUSE(error) \
  do { \
    int met = (error); \
    if (met != 0) return errno = met, -1; \
  } while (0)

static enum kind opening(int flags) {
  if (flags & O_CREAT) return CREATES;
  return (flags & O_ACCMODE) == O_RDONLY ? OPENS_TO_READ : OPENS_TO_WRITE;
}

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    REFUSE(meet_path("open", path, opening(flags))); \
    return real(path, flags, mode); \
  }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    REFUSE(meet_at("open", folder, path, opening(flags))); \
    return real(folder, path, flags, mode); \
  }
OPENING_AT(openat)
OPENING_AT(openat64)

ssize_t write(int file, const void *bytes, size_t size) {
  REAL(write);
  REFUSE(meet_file("write", file, WRITES, bytes, size, -1));
  return real(file, bytes, size);
}

#define WRITING_AT(name, offset) \
  ssize_t name(int file, const void *bytes, size_t size, offset at) { \
    REAL(name); \
    REFUSE(meet_file("pwrite", file, WRITES, bytes, size, at)); \
    return real(file, bytes, size, at); \
  }
WRITING_AT(pwrite, off_t)
WRITING_AT(pwrite64, off64_t)

#define RESIZING(name, offset) \
  int name(int file, offset size) { \
    REAL(name); \
    REFUSE(meet_file("ftruncate", file, GROWS, NULL, 0, -1)); \
    return real(file, size); \
  }
RESIZING(ftruncate, off_t)
RESIZING(ftruncate64, off64_t)

// Says its error by what it returns.
#define RESERVING(name, offset) \
  int name(int file, offset at, offset size) { \
    REAL(name); \
    int met = meet_file("fallocate", file, GROWS, NULL, 0, -1); \
    return met != 0 ? met : real(file, at, size); \
  }
RESERVING(posix_fallocate, off_t)
RESERVING(posix_fallocate64, off64_t)

int fsync(int file) {
  REAL(fsync);
  REFUSE(meet_file("fsync", file, FLUSHES, NULL, 0, -1));
  return real(file);
}

int fdatasync(int file) {
  REAL(fdatasync);
  REFUSE(meet_file("fdatasync", file, FLUSHES, NULL, 0, -1));
  return real(file);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  REFUSE(meet_path("mkdir", path, CREATES));
  return real(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(mkdirat);
  REFUSE(meet_at("mkdir", folder, path, CREATES));
  return real(folder, path, mode);
}

int rmdir(const char *path) {
  REAL(rmdir);
  REFUSE(meet_path("rmdir", path, NAMES));
  return real(path);
}

int unlink(const char *path) {
  REAL(unlink);
  REFUSE(meet_path("unlink", path, NAMES));
  return real(path);
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(unlinkat);
  REFUSE(meet_at("unlink", folder, path, NAMES));
  return real(folder, path, flags);
}

// Two names: one call, and an error at either. The second counts only where the first is elsewhere.
static int meet_two(const char *what, int from_folder, const char *from, int to_folder, const char *to) {
  char first[PATH_MAX], second[PATH_MAX];
  from = whole(from_folder, from, first);
  to = whole(to_folder, to, second);
  int met = meet_path(what, from, NAMES);
  if (met != 0 || to == NULL) return met;
  return from != NULL && concerns(from) ? fault(to, NAMES) : meet_path(what, to, NAMES);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  REFUSE(meet_two("rename", AT_FDCWD, from, AT_FDCWD, to));
  return real(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  REAL(renameat);
  REFUSE(meet_two("rename", from_folder, from, to_folder, to));
  return real(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  REAL(renameat2);
  REFUSE(meet_two("rename", from_folder, from, to_folder, to));
  return real(from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to) {
  REAL(link);
  REFUSE(meet_two("link", AT_FDCWD, from, AT_FDCWD, to));
  return real(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  REAL(linkat);
  REFUSE(meet_two("link", from_folder, from, to_folder, to));
  return real(from_folder, from, to_folder, to, flags);
}
