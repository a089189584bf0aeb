import type { UpstreamState } from '../upstream/upstream.ts'
import type { GatewayMetrics, Reading } from './metrics.ts'

/** What is looked at when somebody asks for the metrics. */
export interface WatchedParts {
  readonly upstreams: readonly { readonly name: string; state(): UpstreamState }[]
  readonly sockets: { readonly size: number }
}

/** Registers the gauges, which cost nothing until they are read. */
export function watchParts(metrics: GatewayMetrics, { upstreams, sockets }: WatchedParts): void {
  const perUpstream = (name: string, help: string, value: (state: UpstreamState) => number) => {
    const read = (): readonly Reading[] =>
      upstreams.map((upstream) => ({ labels: { upstream: upstream.name }, value: value(upstream.state()) }))
    metrics.watch(name, help, ['upstream'], read)
  }
  perUpstream('gateway_upstream_circuit_open', '1 while the circuit breaker lets nothing but probes through', (state) =>
    state.circuit === 'open' ? 1 : 0,
  )
  perUpstream('gateway_upstream_calls_running', 'Calls that hold a connection', ({ inFlight }) => inFlight)
  perUpstream('gateway_upstream_calls_waiting', 'Calls that wait for a connection', ({ queued }) => queued)
  perUpstream('gateway_upstream_connections', 'Connections that are open', ({ connections }) => connections)
  perUpstream('gateway_upstream_retries_left', 'Retries that may be made now', ({ retriesLeft }) => retriesLeft)
  metrics.watch('gateway_sockets_open', 'WebSockets that are open', [], () => [{ labels: {}, value: sockets.size }])
}
