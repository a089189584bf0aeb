import { type ComponentProps, type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import styles from './Banner.module.css'

export interface BannerProps extends Omit<ComponentProps<'section'>, 'title' | 'className'> {
  readonly title: string
  readonly tone?: 'accent' | 'danger' | 'quiet'
  /** How far something has come, below the texts. */
  readonly progress?: ReactNode
  /** What can be done, each with the class of an action. */
  readonly actions?: ReactNode
  /** Sends it away; without it, it stays. */
  readonly onClose?: (() => void) | undefined
}

/** What is wrong, in the text of a banner. */
export const alertClass = styles.alert

/** What a button of a banner looks like. */
export const actionClass = styles.action

/** The same of a button without a ground of its own. */
export const quietClass = classes(styles.action, styles.quiet)

/** What a link of a banner looks like. */
export const linkClass = classes(quietClass, styles.way)

/** What the library has to tell, in the room that is kept above its photos: a title, a sentence, what can be done. */
export function Banner({ title, tone = 'accent', progress, actions, onClose, children, ...rest }: BannerProps) {
  const { formatMessage } = useIntl()
  const titleId = useId()
  return (
    <section {...rest} aria-labelledby={titleId} data-tone={tone} className={styles.banner}>
      <div className={styles.content}>
        <div className={styles.texts}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <p className={styles.text}>{children}</p>
        </div>
        {progress}
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
