/** Limits of the calls to one upstream. */
export interface UpstreamSettings {
  /** Timeout (ms) of one call: waiting for a connection, all attempts and the pauses between them. */
  readonly timeout: number
  /** Timeout (ms) for opening a connection. */
  readonly connectTimeout: number
  /** Maximum number of connections, and so of running calls. */
  readonly connections: number
  /** Maximum number of running calls of one customer. Further calls wait, and calls of other customers pass them. */
  readonly customerConnections: number
  /** After this many calls of a customer in about two seconds, these calls run one at a time (docs/decisions/0220). */
  readonly busyCustomerCalls: number
  /** Maximum number of calls that wait for a connection; further calls fail immediately. */
  readonly queue: number
  /** Consecutive failures that open the circuit. */
  readonly failures: number
  /**
   * Minimum duration (ms) of the consecutive failures, so that a brief failure under load does not open the circuit.
   */
  readonly failureTime: number
  /** Time (ms) between probes while the circuit is open. */
  readonly probeInterval: number
  /**
   * Maximum share of the calls that are retries. A burst may add a few more retries; even then, retries stay below a
   * fifth of the calls.
   */
  readonly retryShare: number
}

/** Defaults for a service that usually responds within milliseconds. */
export const defaultUpstreamSettings: UpstreamSettings = {
  timeout: 5_000,
  connectTimeout: 2_000,
  connections: 64,
  customerConnections: 8,
  busyCustomerCalls: 100,
  queue: 256,
  failures: 10,
  failureTime: 250,
  probeInterval: 500,
  retryShare: 0.15,
}
