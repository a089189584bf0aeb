import { useId } from 'react'
import { useIntl } from 'react-intl'
import { InfoIcon } from '../../../ui/icons.tsx'
import styles from './SharedAlbumBanner.module.css'

/** Says that sharing has been discontinued and what still works. It cannot be closed: it explains the missing actions. */
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
