import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ImportNotice_activation$data,
  ImportNotice_activation$key,
} from '../../../__generated__/ImportNotice_activation.graphql.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { importPath } from '../../../shared/paths.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Banner, actionClass, alertClass, linkClass } from '../banner/Banner.tsx'
import { focusMain } from '../banner/focusMain.ts'
import { endOf } from './importEnd.ts'
import { dismissNotice, postponeImport } from './importMemory.ts'
import { type ImportPhase, importPhase, isWaiting, titleOf } from './importPhase.ts'
import { useImportProgress } from './useImportProgress.ts'
import { importStatusId, useStartImport } from './useStartImport.ts'
import { WithActivation } from './WithActivation.tsx'

const fragment = graphql`
  fragment ImportNotice_activation on Activation {
    status
    import {
      id
      state
      finished
      foundCount
      importedCount
      existingCount
      failedCount
      ...useImportProgress_import
    }
  }
`

export interface ImportNoticeProps {
  /** Called when the user has postponed or dismissed the notice. */
  readonly onDismiss: () => void
}

/**
 * The notice in the library about an older library: it can be imported, is being imported, or was imported recently.
 */
export function ImportNotice({ onDismiss }: ImportNoticeProps) {
  return (
    <WithActivation>
      {(activation, libraryId) => <Notice libraryId={libraryId} activation={activation} onDismiss={onDismiss} />}
    </WithActivation>
  )
}

interface NoticeProps extends ImportNoticeProps {
  readonly libraryId: string
  readonly activation: ImportNotice_activation$key
}

function Notice({ libraryId, activation, onDismiss }: NoticeProps) {
  const { formatMessage } = useIntl()
  const accountId = useSession().signIn.session()?.accountId
  const { status, import: imported } = useFragment(fragment, activation)
  const phase = importPhase(status, imported?.state)
  const [start, run] = useStartImport(libraryId)
  const { text: progressText, ...bar } = useImportProgress(imported)
  const textOf = useTexts(progressText)
  if (phase === null) return null
  const title = formatMessage({ id: titleOf(phase, imported) })
  const dismiss = () => {
    if (accountId === undefined) return
    if (isWaiting(phase)) postponeImport(accountId)
    else dismissNotice(accountId, endOf(imported?.id, imported?.finished))
    onDismiss()
    focusMain()
  }
  return (
    <Banner
      id={importStatusId}
      tabIndex={-1}
      data-phase={phase}
      title={title}
      brief={formatMessage({ id: 'import.title' })}
      hasAlert={start === 'failed'}
      tone={phase === 'failed' || phase === 'deleting' ? 'quiet' : 'accent'}
      progress={phase === 'running' && <ProgressBar label={title} {...bar} />}
      actions={
        <Actions phase={phase} isStarting={start === 'pending'} onStart={() => void run()} onPostpone={dismiss} />
      }
      onClose={phase === 'done' || phase === 'failed' ? dismiss : undefined}
    >
      {/* Rendered while empty, so that screen readers announce later texts. */}
      <span role="alert" className={alertClass}>
        {start === 'failed' && formatMessage({ id: 'import.startFailed' })}
      </span>
      {start !== 'failed' && textOf(phase, imported)}
    </Banner>
  )
}

/** Returns one sentence for each phase. The import's page has the details. */
function useTexts(progressText: string) {
  const { formatMessage } = useIntl()
  return (phase: ImportPhase, imported: ImportNotice_activation$data['import']): string | null => {
    if (phase === 'invited') return formatMessage({ id: 'import.invited.brief' })
    if (phase === 'running') return progressText
    if (phase !== 'done') return formatMessage({ id: `import.${phase}.text` })
    if (typeof imported?.foundCount !== 'number') return null
    const { foundCount: found, importedCount, existingCount: existing, failedCount: failed } = imported
    return formatMessage({ id: 'import.albumCounts' }, { found, imported: importedCount, existing, failed })
  }
}

interface ActionsProps {
  readonly phase: ImportPhase
  readonly isStarting: boolean
  readonly onStart: () => void
  readonly onPostpone: () => void
}

/** The buttons to start or postpone the import, and the link to its page. */
function Actions({ phase, isStarting, onStart, onPostpone }: ActionsProps) {
  const { formatMessage } = useIntl()
  return (
    <>
      {isWaiting(phase) && (
        <Button variant="primary" size="small" className={actionClass} isPending={isStarting} onPress={onStart}>
          {formatMessage({ id: phase === 'invited' ? 'import.start' : 'common.retry' })}
        </Button>
      )}
      {phase === 'invited' && (
        <Button variant="quiet" size="small" className={actionClass} onPress={onPostpone}>
          {formatMessage({ id: 'import.later' })}
        </Button>
      )}
      {(phase === 'running' || phase === 'done' || phase === 'failed') && (
        <AppLink to={importPath} className={linkClass}>
          {formatMessage({ id: phase === 'done' ? 'import.see' : 'common.details' })}
        </AppLink>
      )}
    </>
  )
}
