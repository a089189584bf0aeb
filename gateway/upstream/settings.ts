/** How one upstream is reached, and what it is spared. */
export interface UpstreamSettings {
  /** Milliseconds that one call may take: waiting for a connection, all attempts and the pauses between them. */
  readonly timeout: number
  /** Milliseconds that opening a connection may take. */
  readonly connectTimeout: number
  /** Connections kept to it, and so calls in flight, at most. */
  readonly connections: number
  /** Calls that may wait for a connection; those beyond fail at once. */
  readonly queue: number
  /** Failures in a row that open its circuit. */
  readonly failures: number
  /** Milliseconds that the failures in a row last at least, so that a blip under load opens nothing. */
  readonly failureTime: number
  /** Milliseconds between the calls that are let through while its circuit is open. */
  readonly probeInterval: number
  /** Retries, as a share of the calls; a few more at once, which is why the default keeps away from a fifth. */
  readonly retryShare: number
}

/** What suits a service that answers within milliseconds as a rule. */
export const defaultUpstreamSettings: UpstreamSettings = {
  timeout: 5_000,
  connectTimeout: 2_000,
  connections: 64,
  queue: 256,
  failures: 10,
  failureTime: 250,
  probeInterval: 500,
  retryShare: 0.15,
}
