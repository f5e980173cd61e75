/* Tests preload this into the program: its calls that read and write data fail when the test says so (decision 0906).
   ENSEMBLE_FAULTS names a file that both map, ENSEMBLE_FAULTS_FOLDER where the data are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* As `faults.rs` numbers them. */
enum { NOTHING, INPUT_OUTPUT, NO_SPACE, INTERRUPTED, SHORT_WRITE, NO_SYNC, LITTLE_ROOM };

struct control {
  int64_t fault; /* what happens */
  int64_t left;  /* calls until it does, once */
  int64_t hits;  /* how often it did */
  int64_t room;  /* bytes by which files may grow */
};

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static struct control *control(void) {
  static struct control *mapped;
  static int looked;
  struct control *known = __atomic_load_n(&mapped, __ATOMIC_ACQUIRE);
  if (known || __atomic_exchange_n(&looked, 1, __ATOMIC_ACQ_REL)) return known;
  const char *path = getenv("ENSEMBLE_FAULTS");
  int file = path ? REAL(open64)(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return NULL;
  void *found = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (found == MAP_FAILED) return NULL;
  __atomic_store_n(&mapped, found, __ATOMIC_RELEASE);
  return found;
}

static int64_t fault(void) {
  struct control *now = control();
  return now ? __atomic_load_n(&now->fault, __ATOMIC_ACQUIRE) : NOTHING;
}

/* The log is none of the data: it says what went wrong. */
static int is_data(const char *path) {
  const char *folder = getenv("ENSEMBLE_FAULTS_FOLDER");
  size_t length = strlen(path);
  return folder && !strncmp(path, folder, strlen(folder)) && !(length > 4 && !strcmp(path + length - 4, ".log"));
}

static int is_open_on_data(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_data(path);
}

/* What the call that was counted down to fails with: an error, -1 for a short write, or 0. */
static int counted(int is_write) {
  int64_t what = fault();
  if (what == SHORT_WRITE && !is_write) return 0;
  struct control *now = control();
  if (__atomic_sub_fetch(&now->left, 1, __ATOMIC_ACQ_REL) != 0) return 0;
  __atomic_add_fetch(&now->hits, 1, __ATOMIC_ACQ_REL);
  switch (what) {
  case INPUT_OUTPUT: return EIO;
  case NO_SPACE: return ENOSPC;
  case INTERRUPTED: return EINTR;
  default: return -1;
  }
}

static int is_counted(void) {
  int64_t what = fault();
  return what >= INPUT_OUTPUT && what <= SHORT_WRITE;
}

static int fails_on(int fd, int is_write) { return is_counted() && is_open_on_data(fd) ? counted(is_write) : 0; }
static int fails_at(const char *path) { return is_counted() && is_data(path) ? counted(0) : 0; }

/* Takes room for a write that ends at `end`; whether there was any. */
static int takes_room(int fd, off64_t end) {
  struct stat64 file;
  if (fault() != LITTLE_ROOM || !is_open_on_data(fd) || fstat64(fd, &file) || end <= file.st_size) return 1;
  int64_t more = end - file.st_size;
  struct control *now = control();
  if (__atomic_sub_fetch(&now->room, more, __ATOMIC_ACQ_REL) >= 0) return 1;
  __atomic_add_fetch(&now->room, more, __ATOMIC_ACQ_REL);
  __atomic_add_fetch(&now->hits, 1, __ATOMIC_ACQ_REL);
  return 0;
}

static void give_room(int64_t bytes) {
  if (fault() == LITTLE_ROOM && bytes > 0) __atomic_add_fetch(&control()->room, bytes, __ATOMIC_ACQ_REL);
}

static off64_t end_of_write(int fd, size_t length) {
  struct stat64 file;
  int appends = (fcntl(fd, F_GETFL) & O_APPEND) && !fstat64(fd, &file);
  off64_t at = appends ? file.st_size : lseek64(fd, 0, SEEK_CUR);
  return at < 0 ? 0 : at + (off64_t)length;
}

#define REFUSE(error) do { errno = (error); return -1; } while (0)
#define WRITE(fd, length, end, call)                                       \
  do {                                                                     \
    int failed = fails_on(fd, (length) > 1);                               \
    if (failed > 0) REFUSE(failed);                                        \
    if (failed < 0) length /= 2;                                           \
    if (fault() == LITTLE_ROOM && !takes_room(fd, end)) REFUSE(ENOSPC);    \
    return call;                                                           \
  } while (0)
#define ON(fd, call)                                                       \
  do {                                                                     \
    int failed = fails_on(fd, 0);                                          \
    if (failed > 0) REFUSE(failed);                                        \
    return call;                                                           \
  } while (0)
#define AT(path, call)                                                     \
  do {                                                                     \
    int failed = fails_at(path);                                           \
    if (failed > 0) REFUSE(failed);                                        \
    return call;                                                           \
  } while (0)

ssize_t write(int fd, const void *bytes, size_t length) {
  WRITE(fd, length, end_of_write(fd, length), REAL(write)(fd, bytes, length));
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  WRITE(fd, length, at + (off64_t)length, REAL(pwrite)(fd, bytes, length, at));
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  WRITE(fd, length, at + (off64_t)length, REAL(pwrite64)(fd, bytes, length, at));
}
ssize_t read(int fd, void *bytes, size_t length) { ON(fd, REAL(read)(fd, bytes, length)); }
ssize_t pread(int fd, void *bytes, size_t length, off_t at) { ON(fd, REAL(pread)(fd, bytes, length, at)); }
ssize_t pread64(int fd, void *bytes, size_t length, off64_t at) { ON(fd, REAL(pread64)(fd, bytes, length, at)); }

int fsync(int fd) {
  if (fault() == NO_SYNC) return 0;
  ON(fd, REAL(fsync)(fd));
}
int fdatasync(int fd) {
  if (fault() == NO_SYNC) return 0;
  ON(fd, REAL(fdatasync)(fd));
}

static void shrunk(int fd, off64_t length) {
  struct stat64 file;
  if (fault() == LITTLE_ROOM && is_open_on_data(fd) && !fstat64(fd, &file)) give_room(file.st_size - length);
}
int ftruncate(int fd, off_t length) {
  shrunk(fd, length);
  ON(fd, REAL(ftruncate)(fd, length));
}
int ftruncate64(int fd, off64_t length) {
  shrunk(fd, length);
  ON(fd, REAL(ftruncate64)(fd, length));
}

int rename(const char *from, const char *to) { AT(to, REAL(rename)(from, to)); }
int mkdir(const char *path, mode_t mode) { AT(path, REAL(mkdir)(path, mode)); }
int unlink(const char *path) {
  struct stat64 file;
  int frees = fault() == LITTLE_ROOM && is_data(path) && !stat64(path, &file) && file.st_nlink == 1;
  int failed = fails_at(path);
  if (failed > 0) REFUSE(failed);
  int done = REAL(unlink)(path);
  if (frees && !done) give_room(file.st_size);
  return done;
}

#define OPEN(name, path, flags)                                            \
  mode_t mode = 0;                                                         \
  if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) {           \
    va_list more;                                                          \
    va_start(more, flags);                                                 \
    mode = va_arg(more, mode_t);                                           \
    va_end(more);                                                          \
  }                                                                        \
  AT(path, REAL(name)(path, flags, mode))
int open(const char *path, int flags, ...) { OPEN(open, path, flags); }
int open64(const char *path, int flags, ...) { OPEN(open64, path, flags); }
