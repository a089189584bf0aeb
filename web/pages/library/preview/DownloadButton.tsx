import { useIntl } from 'react-intl'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useDownloadOriginal } from './useDownloadOriginal.ts'

export interface DownloadButtonProps {
  readonly photoId: string
}

/** Downloads the untouched file. */
export function DownloadButton({ photoId }: DownloadButtonProps) {
  const { formatMessage } = useIntl()
  const [download, isPending] = useDownloadOriginal()
  return (
    <IconButton
      variant="overlay"
      label={formatMessage({ id: 'preview.download' })}
      icon={<DownloadIcon />}
      isPending={isPending}
      onPress={() => void download(photoId)}
    />
  )
}
