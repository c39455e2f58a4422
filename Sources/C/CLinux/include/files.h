#pragma once

#include <stdint.h>

/// Opens a folder (O_PATH, closed on exec) without following a symbolic link in any component of its path. Returns a
/// descriptor, or -1 with errno: ELOOP where a component is a link, EINVAL where one is "..".
///
/// The same as RESOLVE_NO_SYMLINKS of openat2(2), which Linux has only since 5.6, and which many containers refuse.
int clinux_open_folder(const char *path);

/// renameat2 with RENAME_NOREPLACE: fails with EEXIST where something has the new name.
int clinux_rename_noreplace(int from_folder, const char *from, int to_folder, const char *to);

/// renameat2 with RENAME_EXCHANGE: both names live on, swapped in one step.
int clinux_rename_exchange(int one_folder, const char *one, int other_folder, const char *other);

/// 1 where other machines (or a FUSE process) can change files without inotify seeing it, 0 for a local file system.
int clinux_is_network_folder(const char *path);

/// 1 where a path lies on an overlay of file systems, else 0.
int clinux_is_overlay(const char *path);

/// The same of a file system's f_type.
int clinux_is_network_type(int64_t type);

/// 1 while somebody has an open file open for writing, 0 where nobody has or that can't be told: on network file
/// systems, and of files that belong to somebody else.
int clinux_has_writer(int descriptor);

/// The f_type of the file system, see statfs(2); 0 with errno set where it can't be asked.
int64_t clinux_file_system_type(const char *path);

/// The f_fsid of the file system, see statfs(2); 0 with errno set where it can't be asked, or where it has none.
int64_t clinux_file_system_id(const char *path);

/// Takes the whole file as an open file description lock (it belongs to the descriptor, not to the process). Never waits:
/// fails with EAGAIN where another description holds it.
int clinux_lock(int descriptor);

/// Gives the lock back. Closing the descriptor isn't enough while a child that was just forked has a copy of it.
int clinux_unlock(int descriptor);

/// 1 where another open file description holds the lock, 0 where it could be had. Takes nothing.
int clinux_is_locked(int descriptor);

/// A descriptor that another thread makes readable by writing eight bytes (eventfd, closed on exec, never blocks), or -1.
int clinux_event_descriptor(void);
