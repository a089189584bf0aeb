import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { Button } from '../../../ui/Button.tsx'
import { RetryIcon } from '../../../ui/laterIcons.tsx'
import styles from './PhotoRendition.module.css'

export interface RenditionFailureProps {
  readonly onRetry: () => void
}

/** The notice that only the small picture could be loaded. Retries automatically when the browser is online again. */
export function RenditionFailure({ onRetry }: RenditionFailureProps) {
  const { formatMessage } = useIntl()
  useMarkFirstView(true)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const onOnline = () => retry()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  return (
    <div role="alert" className={styles.failure}>
      <span>{formatMessage({ id: 'preview.pictureFailed' })}</span>
      <Button size="small" icon={<RetryIcon size={18} />} onPress={onRetry}>
        {formatMessage({ id: 'common.retry' })}
      </Button>
    </div>
  )
}
