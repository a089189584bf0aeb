import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ImportNotice_activation$data,
  ImportNotice_activation$key,
} from '../../../__generated__/ImportNotice_activation.graphql.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { importPath } from '../../../shared/paths.ts'
import { preferences } from '../../../startup/storage.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusMain } from '../banner/focusMain.ts'
import { ImportStatus } from './ImportStatus.tsx'
import type { ImportPhase } from './importPhase.ts'
import { importPhase } from './importPhase.ts'
import { WithActivation } from './WithActivation.tsx'
import styles from './ImportStatus.module.css'

const fragment = graphql`
  fragment ImportNotice_activation on Activation {
    status
    import {
      id
      state
      finished
    }
    ...ImportStatus_activation
  }
`

const awayKey = 'keepsake.importAway'
/** For so long an import that has ended is told of in the library. */
const toldMilliseconds = 7 * 24 * 60 * 60_000

/** In the library: an older one waits to be brought in, is being brought in, or was a short while ago. */
export function ImportNotice() {
  return (
    <WithActivation>
      {(activation, libraryId) => <Notice libraryId={libraryId} activation={activation} />}
    </WithActivation>
  )
}

interface NoticeProps {
  readonly libraryId: string
  readonly activation: ImportNotice_activation$key
}

function Notice({ libraryId, activation }: NoticeProps) {
  const [away, setAway] = useState(() => preferences.getItem(awayKey))
  // Whoever puts off the invitation finds it again with the next visit.
  const [isPutOff, setPutOff] = useState(false)
  const notice = useFragment(fragment, activation)
  const phase = importPhase(notice.status, notice.import?.state)
  const end = endOf(notice.import)
  if (phase === null || (phase === 'invited' && isPutOff)) return null
  if (phase === 'done' && (end === away || !isRecent(notice.import))) return null
  const dismiss = () => {
    if (phase === 'invited') setPutOff(true)
    else {
      preferences.setItem(awayKey, end)
      setAway(end)
    }
    focusMain()
  }
  return (
    <div className={styles.notice}>
      <ImportStatus
        isBrief
        libraryId={libraryId}
        activation={notice}
        more={<More phase={phase} onDismiss={dismiss} />}
      />
    </div>
  )
}

interface MoreProps {
  readonly phase: ImportPhase
  readonly onDismiss: () => void
}

/** The way to all that is known of it, and out of the library. */
function More({ phase, onDismiss }: MoreProps) {
  const { formatMessage } = useIntl()
  if (phase === 'deleting' || phase === 'settling') return null
  return (
    <>
      {phase !== 'invited' && (
        <AppLink to={importPath} className={styles.way}>
          {formatMessage({ id: phase === 'running' ? 'storage.details' : 'import.see' })}
        </AppLink>
      )}
      {(phase === 'invited' || phase === 'done') && (
        <Button variant="quiet" onPress={onDismiss}>
          {formatMessage({ id: phase === 'invited' ? 'import.later' : 'common.dismiss' })}
        </Button>
      )}
    </>
  )
}

type Import = ImportNotice_activation$data['import']

/** What tells one end of an import from the end of a later attempt. */
function endOf(imported: Import): string {
  return `${imported?.id} ${imported?.finished}`
}

function isRecent(imported: Import): boolean {
  return typeof imported?.finished === 'string' && Date.now() - Date.parse(imported.finished) < toldMilliseconds
}
