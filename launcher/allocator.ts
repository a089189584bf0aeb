/**
 * Settings of glibc's allocator (mallopt(3)) for the services, which decode pictures in many threads. By default it keeps
 * freed memory for each thread: 250 MB after a few photos, instead of 150. Other systems ignore them.
 */
export const allocatorSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
