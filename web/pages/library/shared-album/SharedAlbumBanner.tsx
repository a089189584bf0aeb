import { useId } from 'react'
import { useIntl } from 'react-intl'
import { InfoIcon } from '../../../ui/icons.tsx'
import styles from './SharedAlbumBanner.module.css'

/** Says that nothing new is shared, and what can still be done with what is. It stays: it tells why actions do nothing. */
export function SharedAlbumBanner({ isOwner }: { readonly isOwner: boolean }) {
  const { formatMessage } = useIntl()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={styles.banner}>
      <InfoIcon size={20} />
      <div>
        <h2 id={titleId} className={styles.title}>
          {formatMessage({ id: 'sharedAlbum.bannerTitle' })}
        </h2>
        <p className={styles.text}>
          {formatMessage({ id: isOwner ? 'sharedAlbum.bannerOwner' : 'sharedAlbum.bannerParticipant' })}
        </p>
      </div>
    </section>
  )
}
