import { type ComponentProps, type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/laterIcons.tsx'
import styles from './Banner.module.css'

export interface BannerProps extends Omit<ComponentProps<'section'>, 'title' | 'className'> {
  readonly title: string
  /** The text that a narrow window shows instead of the title and the text. */
  readonly brief?: string
  /** Whether the text contains an alert. A narrow window then shows the text too, beside `brief`. */
  readonly hasAlert?: boolean
  readonly tone?: 'accent' | 'danger' | 'quiet'
  /** A progress bar beside the texts. */
  readonly progress?: ReactNode
  /** Buttons and links. They have the classes that this file exports. */
  readonly actions?: ReactNode
  /** Closes the banner; without it, the banner has no close button. */
  readonly onClose?: (() => void) | undefined
}

/** The class of an alert in a banner's text. */
export const alertClass = styles.alert

/** The class of a banner's button. */
export const actionClass = styles.action

/** The class of a banner's link. */
export const linkClass = classes(actionClass, styles.way)

/** The class of a button that a narrow window shows only in an expanded banner. */
export const extraActionClass = classes(actionClass, styles.extra)

/** The class of a link that a narrow window shows only in an expanded banner. */
export const extraLinkClass = classes(linkClass, styles.extra)

/** A notice above the photos, in the space that BannerSpace reserves: title, sentence and actions in one line. */
export function Banner(props: BannerProps) {
  const { title, brief, hasAlert = false, tone = 'accent', progress, actions, onClose, children, ...rest } = props
  const { formatMessage } = useIntl()
  const titleId = useId()
  return (
    <section {...rest} aria-labelledby={titleId} data-tone={tone} className={styles.banner}>
      <div className={styles.content}>
        <div className={styles.texts}>
          <h2 id={titleId} className={styles.title}>
            {brief === undefined ? (
              title
            ) : (
              <>
                <span className={styles.full}>{title}</span>
                <span aria-hidden="true" className={styles.brief}>
                  {brief}
                </span>
              </>
            )}
          </h2>
          <p className={classes(styles.text, brief !== undefined && !hasAlert && styles.detail)}>{children}</p>
        </div>
        {progress && <div className={styles.progress}>{progress}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {onClose && (
        <IconButton
          label={formatMessage({ id: 'banner.close' })}
          icon={<CloseIcon size={18} />}
          className={styles.close}
          onPress={onClose}
        />
      )}
    </section>
  )
}
