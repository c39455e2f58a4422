#define _GNU_SOURCE

#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

// Not in linux/magic.h: fs/vboxsf/super.c, and the out-of-tree modules of VMware and Parallels.
#define VBOXSF_SUPER_MAGIC 0x786f4256
#define VMHGFS_SUPER_MAGIC 0xbacbacbc
#define PARALLELS_SUPER_MAGIC 0x7c7c6673

static int is_link(int folder, const char *name) {
  struct stat status;
  return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
}

int clinux_open_folder(const char *path) {
  int folder = open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  while (folder >= 0) {
    path += strspn(path, "/");
    size_t length = strcspn(path, "/");
    if (length == 0) return folder;
    char name[NAME_MAX + 1];
    int next = -1, code = length > NAME_MAX ? ENAMETOOLONG : EINVAL;
    if (length <= NAME_MAX) {
      memcpy(name, path, length);
      name[length] = 0;
      if (strcmp(name, "..") != 0) {
        next = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        // A link isn't a folder, and isn't followed: both have this code.
        code = next < 0 && errno == ENOTDIR && is_link(folder, name) ? ELOOP : errno;
      }
    }
    close(folder);
    errno = code;
    folder = next;
    path += length;
  }
  return -1;
}

int clinux_rename_noreplace(int from_folder, const char *from, int to_folder, const char *to) {
  return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

int clinux_rename_exchange(int one_folder, const char *one, int other_folder, const char *other) {
  return renameat2(one_folder, one, other_folder, other, RENAME_EXCHANGE);
}

static int ask(const char *path, struct statfs *status) {
  int result;
  do {
    result = statfs(path, status);
  } while (result != 0 && errno == EINTR);
  return result;
}

int64_t clinux_file_system_id(const char *path) {
  struct statfs status;
  int64_t id = 0;
  _Static_assert(sizeof status.f_fsid == sizeof id, "f_fsid has 64 bits");
  if (ask(path, &status) == 0) memcpy(&id, &status.f_fsid, sizeof id);
  return id;
}

int64_t clinux_file_system_type(const char *path) {
  struct statfs status;
  int result = ask(path, &status);
  // f_type is a signed word on some machines, and CIFS has the highest bit set.
  return result == 0 ? (int64_t)(uint32_t)status.f_type : 0;
}

int clinux_is_overlay(const char *path) { return clinux_file_system_type(path) == OVERLAYFS_SUPER_MAGIC; }

int clinux_is_network_folder(const char *path) { return clinux_is_network_type(clinux_file_system_type(path)); }

int clinux_is_network_type(int64_t type) {
  switch (type) {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case CIFS_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
    case NCP_SUPER_MAGIC:
    case CODA_SUPER_MAGIC:
    case AFS_SUPER_MAGIC:
    case AFS_FS_MAGIC:
    case CEPH_SUPER_MAGIC:
    case V9FS_MAGIC:
    case FUSE_SUPER_MAGIC:  // sshfs, rclone mount, virtiofs, …
    case VBOXSF_SUPER_MAGIC:
    case VMHGFS_SUPER_MAGIC:
    case PARALLELS_SUPER_MAGIC:
      return 1;
    default:
      return 0;
  }
}

int clinux_has_writer(int descriptor) {
  // A read lease is only to be had while nobody writes; fcntl(2), "Leases". Whoever opens the file in this moment waits
  // until it is given back, and the signal that asks for it is one that nobody minds.
  if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return 0;
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  fcntl(descriptor, F_SETLEASE, F_UNLCK);
  return 0;
}

int clinux_lock(int descriptor) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return fcntl(descriptor, F_OFD_SETLK, &whole);
}

int clinux_unlock(int descriptor) {
  struct flock whole = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  return fcntl(descriptor, F_OFD_SETLK, &whole);
}

int clinux_is_locked(int descriptor) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(descriptor, F_OFD_GETLK, &whole) != 0) return -1;
  return whole.l_type != F_UNLCK;
}

int clinux_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
