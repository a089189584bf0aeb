import type { Documents } from '../execution/documents.ts'
import type { TokenState } from '../tokens.ts'
import type { UpstreamState } from '../upstream/upstream.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { Reading } from './tally.ts'

/** The parts whose state is read when metrics are scraped. */
export interface WatchedParts {
  readonly upstreams: readonly { readonly name: string; state(): UpstreamState }[]
  readonly sockets: { readonly size: number }
  /** The live feeds by name. */
  readonly feeds: Readonly<Record<string, { readonly size: number }>>
  readonly documents: Pick<Documents, 'state'>
  readonly tokens: { state(): TokenState }
}

/** Registers the gauges. They cost nothing until metrics are scraped. */
export function watchParts(metrics: GatewayMetrics, parts: WatchedParts): void {
  const { upstreams, sockets, feeds, documents, tokens } = parts
  const perUpstream = (name: string, help: string, value: (state: UpstreamState) => number) => {
    const read = (): readonly Reading[] =>
      upstreams.map((upstream) => ({ labels: { upstream: upstream.name }, value: value(upstream.state()) }))
    metrics.watch(name, help, ['upstream'], read)
  }
  perUpstream('gateway_upstream_circuit_open', '1 while the circuit breaker admits only probes', (state) =>
    state.circuit === 'open' ? 1 : 0,
  )
  perUpstream('gateway_upstream_calls_running', 'Calls that hold a connection', ({ inFlight }) => inFlight)
  perUpstream('gateway_upstream_calls_waiting', 'Calls that wait for a connection', ({ queued }) => queued)
  perUpstream('gateway_upstream_connections', 'Open connections', ({ connections }) => connections)
  perUpstream('gateway_upstream_retries_left', 'Retries left in the budget', ({ retriesLeft }) => retriesLeft)
  watchCaches(metrics, documents, tokens)
  metrics.watch('gateway_sockets_open', 'Open WebSockets', [], () => [{ labels: {}, value: sockets.size }])
  metrics.watch('gateway_live_streams_open', 'Open streams of customers from services', ['stream'], () =>
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
  metrics.watch('gateway_documents_kept', 'Parsed documents in the cache', ['origin'], () => {
    const { own, foreign } = documents.state()
    return [
      { labels: { origin: 'own' }, value: own },
      { labels: { origin: 'foreign' }, value: foreign },
    ]
  })
  metrics.watchTotal('gateway_document_lookups_total', 'Document cache lookups', ['outcome'], () => {
    const { kept, parsed } = documents.state()
    return [
      { labels: { outcome: 'kept' }, value: kept },
      { labels: { outcome: 'parsed' }, value: parsed },
    ]
  })
  metrics.watch('gateway_tokens_kept', 'Verified tokens in the cache', [], () => [
    { labels: {}, value: tokens.state().kept },
  ])
  metrics.watchTotal('gateway_token_lookups_total', 'Token cache lookups', ['outcome'], () => {
    const { remembered, checked } = tokens.state()
    return [
      { labels: { outcome: 'remembered' }, value: remembered },
      { labels: { outcome: 'checked' }, value: checked },
    ]
  })
}
