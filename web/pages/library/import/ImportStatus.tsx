import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportStatus_activation$key } from '../../../__generated__/ImportStatus_activation.graphql.ts'
import { Button } from '../../../ui/Button.tsx'
import { PhotosIcon } from '../../../ui/icons.tsx'
import { CheckIcon, InfoIcon, WarningIcon } from '../../../ui/laterIcons.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { type ImportPhase, importPhase, isWaiting, titleOf } from './importPhase.ts'
import { importStatusId, useStartImport } from './useStartImport.ts'
import styles from './ImportStatus.module.css'

const fragment = graphql`
  fragment ImportStatus_activation on Activation {
    status
    import {
      state
      importedCount
      existingCount
      failedCount
      ...ImportProgress_import
      ...ImportCounts_import
    }
  }
`

const icons: Readonly<Record<ImportPhase, ReactNode>> = {
  invited: <PhotosIcon />,
  running: <PhotosIcon />,
  settling: <PhotosIcon />,
  done: <CheckIcon />,
  failed: <WarningIcon />,
  deleting: <InfoIcon />,
}

export interface ImportStatusProps {
  readonly libraryId: string
  readonly activation: ImportStatus_activation$key
}

/**
 * The state of the import of an older library, with the button that starts it. Renders nothing if there is no older
 * library.
 */
export function ImportStatus({ libraryId, activation }: ImportStatusProps) {
  const { formatMessage } = useIntl()
  const { status, import: imported } = useFragment(fragment, activation)
  const phase = importPhase(status, imported?.state)
  if (phase === null) return null
  const { importedCount = 0, existingCount = 0, failedCount = 0 } = imported ?? {}
  return (
    <section
      id={importStatusId}
      tabIndex={-1}
      aria-labelledby="import-title"
      data-phase={phase}
      className={styles.status}
    >
      {icons[phase]}
      <div className={styles.content}>
        <h2 id="import-title" className={styles.title}>
          {formatMessage({ id: titleOf(phase, { importedCount, existingCount, failedCount }) })}
        </h2>
        <p className={styles.text}>{formatMessage({ id: `import.${phase}.text` })}</p>
        {imported && phase === 'running' && <ImportProgress imported={imported} />}
        {imported && (phase === 'done' || phase === 'failed') && <ImportCounts imported={imported} />}
        {isWaiting(phase) && <Start libraryId={libraryId} phase={phase} />}
      </div>
    </section>
  )
}

interface StartProps {
  readonly libraryId: string
  readonly phase: ImportPhase
}

/** The button that starts or resumes the import. */
function Start({ libraryId, phase }: StartProps) {
  const { formatMessage } = useIntl()
  const [start, run] = useStartImport(libraryId)
  return (
    <>
      {/* Rendered while empty, so that screen readers announce later texts. */}
      <div role="alert" className={styles.alert}>
        {start === 'failed' && <p>{formatMessage({ id: 'import.startFailed' })}</p>}
      </div>
      <Button variant="primary" className={styles.start} isPending={start === 'pending'} onPress={() => void run()}>
        {formatMessage({ id: phase === 'invited' ? 'import.start' : 'common.retry' })}
      </Button>
    </>
  )
}
