/**
 * Settings of glibc's allocator (mallopt(3)) for the services, which decode pictures in many threads. By default the
 * allocator keeps freed memory for each thread: the services hold 250 MB after a few photos, and 150 MB with these
 * settings. Systems without glibc ignore the settings.
 */
export const allocatorSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
