import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useSetLocationSharing } from './useSetLocationSharing.ts'
import styles from './LocationSharing.module.css'

export interface LocationSharingProps {
  readonly albumId: string
  readonly sharesLocations: boolean
}

/** Lets the owner of a shared album decide whether participants see where the owner's photos were taken. */
export function LocationSharing({ albumId, sharesLocations }: LocationSharingProps) {
  const { formatMessage } = useIntl()
  const setLocationSharing = useSetLocationSharing()
  const [hasFailed, setFailed] = useState(false)
  const explanationId = useId()
  const change = async (isOn: boolean) => {
    setFailed(false)
    setFailed(!(await setLocationSharing(albumId, isOn)))
  }
  return (
    <div className={styles.option}>
      <label className={styles.label}>
        <input
          type="checkbox"
          checked={sharesLocations}
          aria-describedby={explanationId}
          className={styles.box}
          onChange={({ currentTarget }) => void change(currentTarget.checked)}
        />
        {formatMessage({ id: 'sharedAlbum.shareLocations' })}
      </label>
      <p id={explanationId} className={styles.explanation}>
        {formatMessage({ id: sharesLocations ? 'sharedAlbum.locationsShared' : 'sharedAlbum.locationsHidden' })}
      </p>
      {hasFailed && (
        <p role="alert" className={styles.failure}>
          {formatMessage({ id: 'sharedAlbum.shareLocationsFailed' })}
        </p>
      )}
    </div>
  )
}
