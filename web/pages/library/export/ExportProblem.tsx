import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { timelinePath } from '../../../shared/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { InfoIcon } from '../../../ui/icons.tsx'
import styles from './ExportPage.module.css'

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))

/** What keeps an export from being shown, and the ways on. */
export function ExportProblem({ children, more }: { readonly children: ReactNode; readonly more?: ReactNode }) {
  const { formatMessage } = useIntl()
  return (
    <div className={styles.problem}>
      {children}
      <div className={styles.ways}>
        {more}
        <AppLink to={timelinePath} className={styles.way}>
          {formatMessage({ id: 'export.library' })}
        </AppLink>
      </div>
    </div>
  )
}

/** It could not be made: nothing that one waits for, but one can ask for another. */
export function ExportFailure() {
  const { formatMessage } = useIntl()
  return (
    <ExportProblem more={<NewExport />}>
      <ErrorState message={formatMessage({ id: 'export.failed' })} />
    </ExportProblem>
  )
}

/** It is gone, or never was: nobody but its owner is told which. */
export function ExpiredExport() {
  const { formatMessage } = useIntl()
  return (
    <ExportProblem more={<NewExport />}>
      <div role="alert" className={styles.expired}>
        <InfoIcon size={24} />
        <p>{formatMessage({ id: 'export.expired' })}</p>
      </div>
    </ExportProblem>
  )
}

function NewExport() {
  const { formatMessage } = useIntl()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onPress={() => setOpen(true)}>
        {formatMessage({ id: 'export.new' })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
