import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { InformationPanelQuery } from '../../../__generated__/InformationPanelQuery.graphql.ts'
import { useLoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { CloseIcon } from '../../../ui/laterIcons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { InformationSkeleton } from './InformationSkeleton.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { PhotoInformation, type PhotoInformationProps } from './PhotoInformation.tsx'
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
  /** Returns true once after the user opened the panel: it must then take the focus. */
  readonly consumeFocusRequest: () => boolean
  readonly onClose: () => void
}

/**
 * The details of the photo, beside it or, on small screens, below it. Stays open when the user steps to other photos.
 */
export function InformationPanel({ id, queryReference, consumeFocusRequest, onClose }: InformationPanelProps) {
  const { formatMessage } = useIntl()
  const panel = useRef<HTMLElement>(null)
  // The technical details stay expanded when the user steps to other photos.
  const [isExpanded, setExpanded] = useState(false)
  useEffect(() => {
    if (consumeFocusRequest()) panel.current?.focus({ preventScroll: true })
  }, [consumeFocusRequest])
  // Cancels the requests of photos that the user skips.
  const information = useLoadedQuery<InformationPanelQuery>(query, queryReference, 0)
  return (
    <aside ref={panel} id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.panel}>
      <header className={styles.header}>
        <h2 id={`${id}-title`} className={styles.title}>
          {formatMessage({ id: 'preview.information' })}
        </h2>
        <IconButton label={formatMessage({ id: 'preview.closeInformation' })} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <QuerySection
        key={queryReference.variables.id}
        query={information}
        failure={formatMessage({ id: 'preview.informationFailed' })}
        skeleton={<InformationSkeleton />}
      >
        <LoadedInformation
          queryReference={information.reference}
          isExpanded={isExpanded}
          onExpand={setExpanded}
          onRetry={information.retry}
        />
      </QuerySection>
      <KeysHelp />
    </aside>
  )
}

interface LoadedInformationProps extends Omit<PhotoInformationProps, 'photo'> {
  readonly queryReference: Reference
}

function LoadedInformation({ queryReference, ...rest }: LoadedInformationProps) {
  const { photo } = usePreloadedQuery<InformationPanelQuery>(query, queryReference)
  return photo?.information ? <PhotoInformation photo={photo.information} {...rest} /> : null
}
