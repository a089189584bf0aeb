import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { MessagePage } from '../../../shared/MessagePage.tsx'
import { albumsPath } from '../../../shared/paths.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { wayOn } from '../../../ui/wayOn.ts'

export interface AlbumNoticeProps {
  readonly title: string
  readonly text: string
}

/** What is said in the place of an album that is not there, with the way to those that are. */
export function AlbumNotice({ title, text }: AlbumNoticeProps) {
  const { formatMessage } = useIntl()
  usePageTitle(title)
  useMarkFirstView(true)
  useFocusOfAlbum()
  return (
    <div role="alert">
      <MessagePage
        title={title}
        action={
          <AppLink to={albumsPath} className={wayOn}>
            {formatMessage({ id: 'album.breadcrumb' })}
          </AppLink>
        }
      >
        {text}
      </MessagePage>
    </div>
  )
}

/** What had the focus went with the album, or with a dialog about it: the page has it then, and the keyboard goes on from there. */
function useFocusOfAlbum(): void {
  useEffect(() => {
    // A dialog that goes looks a frame later for what opened it.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}
