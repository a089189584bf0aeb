import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { timelinePath } from '../../../shared/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { actionLink } from '../../../ui/actionLink.ts'
import styles from './ExportPage.module.css'

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))

/** Says why an export cannot be shown, with links to other pages. */
export function ExportProblem({ children, more }: { readonly children: ReactNode; readonly more?: ReactNode }) {
  const { formatMessage } = useIntl()
  return (
    <div className={styles.problem}>
      {children}
      <div className={styles.ways}>
        {more}
        <AppLink to={timelinePath} className={actionLink}>
          {formatMessage({ id: 'common.toPhotos' })}
        </AppLink>
      </div>
    </div>
  )
}

/** Shown when the export does not exist and will not appear. Offers to request another one. */
export function NoExport({ message }: { readonly message: string }) {
  return (
    <ExportProblem more={<NewExport />}>
      <ErrorState topic="missing" message={message} />
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
