import { Suspense, useCallback, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, loadQuery, usePreloadedQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { PreviewPageQuery } from '../../../__generated__/PreviewPageQuery.graphql.ts'
import { useReleaseOnLeave } from '../../../relay/useRouteQuery.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { MissingPhoto } from './MissingPhoto.tsx'
import { PhotoNeighbours } from './PhotoNeighbours.tsx'
import { PhotoView } from './PhotoView.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import { useClosePreview } from './useClosePreview.ts'
import { usePreviewSteps } from './usePreviewSteps.ts'
import type { PreviewSteps } from './usePreviewSteps.ts'
import styles from './PreviewPage.module.css'

const query = graphql`
  query PreviewPageQuery($id: ID!) @throwOnFieldError {
    photo: node(id: $id) {
      ...PhotoView_photo @alias(as: "view")
    }
    viewer {
      library {
        ...PhotoNeighbours_library @arguments(photoId: $id)
      }
    }
  }
`

/** A photo of the timeline, full screen, with the ones beside it a step away. */
export function PreviewPage() {
  const { formatMessage } = useIntl()
  const environment = useRelayEnvironment()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<PreviewPageQuery>
  const [retry, setRetry] = useState<{ readonly of: typeof loaded; readonly reference: typeof loaded } | null>(null)
  const queryReference = retry?.of === loaded ? retry.reference : loaded
  useReleaseOnLeave(queryReference)
  const { id } = queryReference.variables
  const close = useClosePreview(id)
  const steps = usePreviewSteps(id)
  const [announcement, setAnnouncement] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const onRetry = useCallback(() => {
    const reference = loadQuery<PreviewPageQuery>(environment, query, { id }, { fetchPolicy: 'network-only' })
    setRetry({ of: loaded, reference })
  }, [environment, id, loaded])
  return (
    <PreviewFrame photoId={missing === id ? null : id} steps={steps} announcement={announcement} onClose={close}>
      <SectionBoundary key={id} message={formatMessage({ id: 'preview.loadFailed' })} onRetry={onRetry}>
        <Suspense fallback={<p className={styles.loading}>{formatMessage({ id: 'common.loading' })}</p>}>
          <LoadedPreview
            queryReference={queryReference}
            steps={steps}
            onClose={close}
            onShown={setAnnouncement}
            onMissing={setMissing}
          />
        </Suspense>
      </SectionBoundary>
    </PreviewFrame>
  )
}

interface LoadedPreviewProps {
  readonly queryReference: PreloadedQuery<PreviewPageQuery>
  readonly steps: PreviewSteps
  readonly onClose: () => void
  /** Says what is shown, for screen readers. */
  readonly onShown: (announcement: string) => void
  readonly onMissing: (id: string) => void
}

function LoadedPreview({ queryReference, steps, onClose, onShown, onMissing }: LoadedPreviewProps) {
  const { photo, viewer } = usePreloadedQuery<PreviewPageQuery>(query, queryReference)
  const { id } = queryReference.variables
  if (!photo?.view) return <MissingPhoto id={id} onMissing={onMissing} onClose={onClose} />
  return (
    <>
      <PhotoView
        photo={photo.view}
        onShown={onShown}
        onOutcome={(outcome) => {
          if (outcome === 'close') onClose()
          else steps.step(outcome)
        }}
      />
      {viewer && (
        <Suspense fallback={null}>
          <PhotoNeighbours photoId={id} library={viewer.library} onKnown={steps.learn} />
        </Suspense>
      )}
    </>
  )
}
