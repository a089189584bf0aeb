import type { Documents } from '../execution/documents.ts'
import type { TokenState } from '../tokens.ts'
import type { UpstreamState } from '../upstream/upstream.ts'
import type { GatewayMetrics, Reading } from './metrics.ts'

/** What is looked at when somebody asks for the metrics. */
export interface WatchedParts {
  readonly upstreams: readonly { readonly name: string; state(): UpstreamState }[]
  readonly sockets: { readonly size: number }
  /** What is told live, by the names of streams. */
  readonly feeds: Readonly<Record<string, { readonly size: number }>>
  readonly documents: Pick<Documents, 'state'>
  readonly tokens: { state(): TokenState }
}

/** Registers the gauges, which cost nothing until they are read. */
export function watchParts(metrics: GatewayMetrics, parts: WatchedParts): void {
  const { upstreams, sockets, feeds, documents, tokens } = parts
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
  watchCaches(metrics, documents, tokens)
  metrics.watch('gateway_sockets_open', 'WebSockets that are open', [], () => [{ labels: {}, value: sockets.size }])
  metrics.watch('gateway_live_streams_open', 'Streams of customers that are read from services', ['stream'], () =>
    Object.entries(feeds).map(([stream, { size }]) => ({
      labels: { stream },
      value: size,
    })),
  )
}

function watchCaches(
  metrics: GatewayMetrics,
  documents: WatchedParts['documents'],
  tokens: WatchedParts['tokens'],
): void {
  metrics.watch('gateway_documents_kept', 'Documents that are kept parsed', ['origin'], () => {
    const { own, foreign } = documents.state()
    return [
      { labels: { origin: 'own' }, value: own },
      { labels: { origin: 'foreign' }, value: foreign },
    ]
  })
  metrics.watchTotal('gateway_document_lookups_total', 'Documents that were asked for', ['outcome'], () => {
    const { kept, parsed } = documents.state()
    return [
      { labels: { outcome: 'kept' }, value: kept },
      { labels: { outcome: 'parsed' }, value: parsed },
    ]
  })
  metrics.watch('gateway_tokens_kept', 'Verified tokens that are remembered', [], () => [
    { labels: {}, value: tokens.state().kept },
  ])
  metrics.watchTotal('gateway_token_lookups_total', 'Tokens that came with requests', ['outcome'], () => {
    const { remembered, checked } = tokens.state()
    return [
      { labels: { outcome: 'remembered' }, value: remembered },
      { labels: { outcome: 'checked' }, value: checked },
    ]
  })
}
