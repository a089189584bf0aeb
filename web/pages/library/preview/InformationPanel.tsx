import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, loadQuery, usePreloadedQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { InformationPanelQuery } from '../../../__generated__/InformationPanelQuery.graphql.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { InformationSkeleton } from './InformationSkeleton.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { PhotoInformation } from './PhotoInformation.tsx'
import styles from './InformationPanel.module.css'

const query = graphql`
  query InformationPanelQuery($id: ID!) @throwOnFieldError {
    photo: node(id: $id) {
      ...PhotoInformation_photo @alias(as: "information")
    }
  }
`

type Reference = PreloadedQuery<InformationPanelQuery>

export interface InformationPanelProps {
  readonly id: string
  readonly queryReference: Reference
  /** Whether it was opened just now, and is to have the focus. */
  readonly takeFocusWish: () => boolean
  readonly onClose: () => void
}

/** What is known of the photo: beside it, or on small screens below it. It stays open while one steps. */
export function InformationPanel({ id, queryReference, takeFocusWish, onClose }: InformationPanelProps) {
  const { formatMessage } = useIntl()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takeFocusWish()) panel.current?.focus({ preventScroll: true })
  }, [takeFocusWish])
  const { reference, retry } = useRetried(queryReference)
  return (
    <aside ref={panel} id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.panel}>
      <header className={styles.header}>
        <h2 id={`${id}-title`} className={styles.title}>
          {formatMessage({ id: 'preview.information' })}
        </h2>
        <IconButton label={formatMessage({ id: 'preview.closeInformation' })} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <SectionBoundary
        key={queryReference.variables.id}
        message={formatMessage({ id: 'preview.informationFailed' })}
        onRetry={retry}
      >
        <Suspense fallback={<InformationSkeleton />}>
          <LoadedInformation queryReference={reference} onRetry={retry} />
        </Suspense>
      </SectionBoundary>
      <KeysHelp />
    </aside>
  )
}

interface LoadedInformationProps {
  readonly queryReference: Reference
  readonly onRetry: () => void
}

function LoadedInformation({ queryReference, onRetry }: LoadedInformationProps) {
  const { photo } = usePreloadedQuery<InformationPanelQuery>(query, queryReference)
  return photo?.information ? <PhotoInformation photo={photo.information} onRetry={onRetry} /> : null
}

/** The route's query, until that fails and one tries again. What is stepped over is cancelled. */
function useRetried(loaded: Reference) {
  const environment = useRelayEnvironment()
  const [retried, setRetried] = useState<{ readonly of: Reference; readonly reference: Reference } | null>(null)
  const reference = retried?.of === loaded ? retried.reference : loaded
  const timers = useRef(new Map<Reference, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const pending = timers.current
    clearTimeout(pending.get(reference))
    return () => {
      // Not within this effect: in development each runs twice.
      pending.set(
        reference,
        setTimeout(() => reference.dispose()),
      )
    }
  }, [reference])
  const retry = useCallback(() => {
    const again = loadQuery<InformationPanelQuery>(environment, query, loaded.variables, {
      fetchPolicy: 'network-only',
    })
    setRetried({ of: loaded, reference: again })
  }, [environment, loaded])
  return { reference, retry }
}
