import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './icons.module.css'

export interface IconProps {
  /** Edge in pixels; by default 22. */
  readonly size?: number
  readonly className?: string
}

function Icon({ size = 22, className, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes(styles.icon, className)}
    >
      {children}
    </svg>
  )
}

/** Makes an icon component from lines on a square of 24 × 24. */
export function icon(content: ReactNode): (props: IconProps) => ReactNode {
  return function NamedIcon(props) {
    return <Icon {...props}>{content}</Icon>
  }
}

/** An icon that points forward or back: it is mirrored on pages that are read from right to left. */
export function directionalIcon(content: ReactNode): (props: IconProps) => ReactNode {
  return function DirectionalIcon(props) {
    return (
      <Icon {...props} className={classes(styles.directional, props.className)}>
        {content}
      </Icon>
    )
  }
}

export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const SelectIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8 12.3 2.8 2.8 5.2-5.6" />
  </>,
)
export const ChevronLeftIcon = directionalIcon(<path d="m14.5 5.5-6.5 6.5 6.5 6.5" />)
export const DownloadIcon = icon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />)
export const PrintIcon = icon(
  <>
    <path d="M7.5 9V4.5h9V9M7.5 16.5H4.5V9h15v7.5h-3" />
    <path d="M7.5 13.5h9v6h-9z" />
  </>,
)
export const PhotosIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
    <circle cx="8.6" cy="9.8" r="1.5" />
    <path d="m4 17 5-4.6 3.2 2.8 3.6-4.2 4.5 5" />
  </>,
)
export const NoPictureIcon = icon(<path d="M8 5h11.5v11.5M4.5 7.5V19H17m-12.5-1.5 5-5 5 5M3.5 3.5l17 17" />)
export const AlbumsIcon = icon(
  <>
    <rect x="4" y="8" width="16" height="12" rx="2.5" />
    <path d="M6.5 5.2h11M8.8 2.8h6.4" />
  </>,
)
export const BookIcon = icon(
  <path d="M12 6.4C9.8 4.9 7 4.5 3.5 4.8v13.4c3.5-.3 6.3.1 8.5 1.6 2.2-1.5 5-1.9 8.5-1.6V4.8C17 4.5 14.2 4.9 12 6.4zm0 0v13.4" />,
)
/** A book on a screen. */
export const OnlineBookIcon = icon(<path d="M4 5h16v11H4zm8 0v11M8.5 19.5h7" />)
export const OrdersIcon = icon(
  <>
    <path d="M4.5 8.2 12 4l7.5 4.2v7.6L12 20l-7.5-4.2z" />
    <path d="m4.5 8.2 7.5 4.2 7.5-4.2M12 12.4V20M8.2 6.1l7.6 4.3" />
  </>,
)
export const InvoiceIcon = icon(<path d="M6 3.5h8L18 8v12.5H6zM14 3.5V8h4M9 12h6m-6 3.5h6" />)
export const TrashIcon = icon(<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.2 10.8v5m3.6-5v5" />)
export const HomeIcon = icon(<path d="M4 10.8 12 4l8 6.8V19a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z" />)
export const QuestionIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.6 9.6a2.5 2.5 0 1 1 3.4 2.4c-.7.3-1 .8-1 1.6m0 2.6v.2" />
  </>,
)
export const IntegrationIcon = icon(<path d="M4 8.5h14m-3.5-4 4 4-4 4M20 15.5H6m3.5 4-4-4 4-4" />)
export const SettingsIcon = icon(
  <>
    <path d="M4 7.5h9m5.5 0H20M4 16.5h1.5m5.5 0h9" />
    <circle cx="15.7" cy="7.5" r="2.7" />
    <circle cx="8.3" cy="16.5" r="2.7" />
  </>,
)
export const SignOutIcon = directionalIcon(
  <path d="M14 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10.5 12H20m-3.5-3.5L20 12l-3.5 3.5" />,
)
export const ExternalIcon = directionalIcon(<path d="M13.5 5H19v5.5M19 5l-8 8M10 6.5H5.5v12h12V14" />)
