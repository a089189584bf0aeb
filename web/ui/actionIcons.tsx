import { icon } from './icons.tsx'

// These icons have a file of their own, because the first view has no actions on photos and need not load them.
export const AddToAlbumIcon = icon(
  <>
    <path d="M20 12.5V10a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h6.5M6.5 5h11" />
    <path d="M18 15.5v6m-3-3h6" />
  </>,
)
export const EditIcon = icon(<path d="M14.5 5.8 18.2 9.5 8.5 19.2l-4.3.6.6-4.3zM12.8 7.5l3.7 3.7" />)
export const MoreIcon = icon(<path d="M5.5 12v.01M12 12v.01M18.5 12v.01" strokeWidth="2.6" />)
export const SortIcon = icon(<path d="M8 5v14m0 0-3.5-3.5M8 19l3.5-3.5M16 19V5m0 0-3.5 3.5M16 5l3.5 3.5" />)
export const CalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
    <path d="M4 10h16M8.5 3v4m7-4v4" />
  </>,
)
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.2" />
    <path d="M3 19.5c.4-3.6 2.8-5.5 6-5.5s5.6 1.9 6 5.5M15.8 5.6a3.2 3.2 0 0 1 0 5.8M17.6 14.4c1.9.7 3.1 2.4 3.4 5.1" />
  </>,
)
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
  </>,
)
