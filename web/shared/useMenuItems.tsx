import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { albumsPath, downloadsPath, homePath, signOutPath, timelinePath } from './paths.ts'
import { useApp } from '../app/appContext.ts'
import { useFeature } from './useFeature.ts'
import { AlbumsIcon, DownloadIcon, HomeIcon, PhotosIcon, QuestionIcon, SignOutIcon } from '../ui/icons.tsx'

export interface MenuItem {
  readonly id: 'overview' | 'myPhotos' | 'photos' | 'albums' | 'downloads' | 'faq' | 'signOut'
  readonly label: string
  readonly icon: ReactNode
  /** A path of the product, or the address of a page outside. */
  readonly to: string
  readonly isOutside?: boolean
  readonly children?: readonly MenuItem[]
}

/** What the side menu offers, in the specification's order: only what has a page, and what the brand has switched on. */
export function useMenuItems(): readonly MenuItem[] {
  const { formatMessage } = useIntl()
  const { config } = useApp()
  const hasTimeline = useFeature('PhotoManagementTimelineViewEnabled')
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const photos: MenuItem = {
    id: 'photos',
    label: formatMessage({ id: 'menu.photos' }),
    icon: <PhotosIcon />,
    to: timelinePath,
  }
  const albums: MenuItem = {
    id: 'albums',
    label: formatMessage({ id: 'menu.albums' }),
    icon: <AlbumsIcon />,
    to: albumsPath,
  }
  const myPhotos: MenuItem = {
    id: 'myPhotos',
    label: formatMessage({ id: 'menu.myPhotos' }),
    icon: <PhotosIcon />,
    to: timelinePath,
    children: hasAlbums ? [photos, albums] : [photos],
  }
  return [
    { id: 'overview', label: formatMessage({ id: 'menu.overview' }), icon: <HomeIcon />, to: homePath },
    ...(hasTimeline ? [myPhotos] : []),
    { id: 'downloads', label: formatMessage({ id: 'menu.downloads' }), icon: <DownloadIcon />, to: downloadsPath },
    {
      id: 'faq',
      label: formatMessage({ id: 'menu.faq' }),
      icon: <QuestionIcon />,
      to: config.links.faq,
      isOutside: true,
    },
    { id: 'signOut', label: formatMessage({ id: 'shell.signOut' }), icon: <SignOutIcon />, to: signOutPath },
  ]
}
