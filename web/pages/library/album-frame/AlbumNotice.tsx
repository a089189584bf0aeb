import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { MessagePage } from '../../../shared/MessagePage.tsx'
import { albumsPath } from '../../../shared/paths.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { actionLink } from '../../../ui/actionLink.ts'

export interface AlbumNoticeProps {
  readonly title: string
  readonly text: string
}

/** Shown in place of an album that cannot be shown, with a link to all albums. */
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
          <AppLink to={albumsPath} className={actionLink}>
            {formatMessage({ id: 'album.breadcrumb' })}
          </AppLink>
        }
      >
        {text}
      </MessagePage>
    </div>
  )
}

/** Focuses the main element when the focused element went away with the album or its dialog. */
function useFocusOfAlbum(): void {
  useEffect(() => {
    // A frame later: a closing dialog first tries to focus what opened it.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}
