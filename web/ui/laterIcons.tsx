import { directionalIcon, icon } from './icons.tsx'

// Icons that the first view does not show. In icons.tsx they would be part of the scripts of the first view.
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
export const ArrowLeftIcon = directionalIcon(<path d="M20 12H4.5m6-6.5L4 12l6.5 6.5" />)
export const RetryIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4h-4" />)
export const ChevronRightIcon = directionalIcon(<path d="m9.5 5.5 6.5 6.5-6.5 6.5" />)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5m0-8.2v.2" />
  </>,
)
export const WarningIcon = icon(<path d="M12 4.2 2.8 19.8h18.4zM12 10v4.5m0 2.6v.1" />)
export const OfflineIcon = icon(
  <path d="m4 4 16 16M2.8 9.6a14 14 0 0 1 4-2.5m3.6-1A14 14 0 0 1 21.2 9.6M6.2 13a9 9 0 0 1 3.4-2M14.8 11.2a9 9 0 0 1 3 1.8M9.4 16.4a4.2 4.2 0 0 1 5.2 0M12 19.6v.1" />,
)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const LanguageIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.6 2.4 3.9 5.2 3.9 8.5s-1.3 6.1-3.9 8.5c-2.6-2.4-3.9-5.2-3.9-8.5s1.3-6.1 3.9-8.5z" />
  </>,
)
