import { useIntl } from 'react-intl'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { useUpload } from '../../../shared/uploadContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'

/** Says that the library has no photos, with a button that adds some. */
export function EmptyTimeline() {
  const { formatMessage } = useIntl()
  const upload = useUpload()
  useMarkFirstView(true)
  return (
    <EmptyState
      title={formatMessage({ id: 'timeline.empty' })}
      action={
        upload.isOffered && (
          <Button variant="primary" icon={<PlusIcon size={20} />} onPress={upload.open}>
            {formatMessage({ id: 'library.addPhotos' })}
          </Button>
        )
      }
    >
      {formatMessage({ id: 'timeline.emptyText' })}
    </EmptyState>
  )
}
