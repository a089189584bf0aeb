import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, loadQuery, usePreloadedQuery, useRelayEnvironment } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { EditorPageQuery } from '../../__generated__/EditorPageQuery.graphql.ts'
import { useReleaseOnLeave } from '../../relay/useReleaseOnLeave.ts'
import { SectionBoundary } from '../../shared/SectionBoundary.tsx'
import { usePageTitle } from '../../shared/usePageTitle.ts'
import { useApp } from '../../app/appContext.ts'
import { EditorFrame } from './EditorFrame.tsx'
import { EditorPhotos } from './EditorPhotos.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'

const query = graphql`
  query EditorPageQuery($id: String!) @throwOnFieldError {
    ...EditorPhotos_query @arguments(id: $id)
  }
`

/** What the editor of a demo brand is: the photos that were handed over, and how large each can be printed. */
export function EditorPage() {
  const { formatMessage } = useIntl()
  const environment = useRelayEnvironment()
  const { config } = useApp()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<EditorPageQuery>
  const [retried, setRetried] = useState<PreloadedQuery<EditorPageQuery> | null>(null)
  const queryReference = retried ?? loaded
  useReleaseOnLeave(queryReference)
  usePageTitle(formatMessage({ id: 'editor.title' }))
  const retry = () =>
    setRetried(loadQuery<EditorPageQuery>(environment, query, loaded.variables, { fetchPolicy: 'network-only' }))
  return (
    <EditorFrame brandName={config.name} logoUrl={config.logoUrl}>
      <SectionBoundary message={formatMessage({ id: 'editor.loadFailed' })} onRetry={retry}>
        <Suspense fallback={<EditorSkeleton />}>
          <LoadedEditor queryReference={queryReference} />
        </Suspense>
      </SectionBoundary>
    </EditorFrame>
  )
}

function LoadedEditor({ queryReference }: { readonly queryReference: PreloadedQuery<EditorPageQuery> }) {
  return <EditorPhotos query={usePreloadedQuery<EditorPageQuery>(query, queryReference)} />
}
