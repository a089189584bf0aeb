import type { BenchOptions } from '../result.ts'

/** How much the benchmark of archives measures. */
export interface Scale {
  readonly archive: { readonly photos: number; readonly photoBytes: number; readonly rounds: number }
  readonly bothStores: {
    readonly photos: number
    readonly photoBytes: number
    readonly rounds: number
    /** The size of the S3 server's store in memory. */
    readonly storeBytes: number
  }
  readonly export: {
    readonly bytes: number
    readonly photoBytes: number
    /** The number of files on disk. The photos of a library share these files. */
    readonly blobs: number
    readonly chunkBytes: number
    /** Bytes copied by `cat`, for comparison. */
    readonly floorBytes: number
  }
  readonly subscribers: {
    /** Subscribers that join before the measurement: the first ones also allocate memory that all subscribers share. */
    readonly openedBefore: number
    readonly added: number
    /** Listeners that connect directly to the service, not to the gateway. */
    readonly direct: number
    /** Events per second, summed over all listeners. In production, a running archive sends two per second. */
    readonly rate: number
    readonly warmUpSeconds: number
    readonly seconds: number
    /** How many times all listeners get an event at the same moment. */
    readonly bursts: number
  }
  /** How long a process is idle before its memory is read, in milliseconds. */
  readonly restMilliseconds: number
}

const full: Scale = {
  archive: { photos: 1_000, photoBytes: 4_000_000, rounds: 3 },
  bothStores: { photos: 60, photoBytes: 4_000_000, rounds: 3, storeBytes: 4 * 1024 ** 3 },
  export: {
    bytes: Number(process.env['BENCH_EXPORT_GB'] ?? 20) * 1e9,
    photoBytes: 4_000_000,
    blobs: 100,
    chunkBytes: 2_000_000_000,
    floorBytes: 2e9,
  },
  subscribers: {
    openedBefore: 200,
    added: 1_000,
    direct: 120,
    rate: 1_100,
    warmUpSeconds: 3,
    seconds: 10,
    bursts: 8,
  },
  restMilliseconds: 3_000,
}

const small: Scale = {
  archive: { photos: 20, photoBytes: 10_000, rounds: 1 },
  bothStores: { photos: 20, photoBytes: 10_000, rounds: 1, storeBytes: 512 * 1024 ** 2 },
  export: { bytes: 1_000_000, photoBytes: 10_000, blobs: 5, chunkBytes: 400_000, floorBytes: 1_000_000 },
  subscribers: { openedBefore: 2, added: 8, direct: 2, rate: 12, warmUpSeconds: 0.25, seconds: 0.5, bursts: 1 },
  restMilliseconds: 50,
}

export function scaleOf(options: BenchOptions): Scale {
  return options.small ? small : full
}
