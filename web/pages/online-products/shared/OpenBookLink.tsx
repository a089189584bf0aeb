import { FormattedMessage } from 'react-intl'
import { ExternalIcon } from '../../../ui/icons.tsx'
import { type LinkButtonProps, LinkButton } from '../../../ui/LinkButton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'

export interface OpenBookLinkProps extends Pick<LinkButtonProps, 'variant' | 'size'> {
  /** The URL of the book for its owner. Views through this URL are not counted. */
  readonly url: string
  readonly title: string
}

/** Opens a book in a new tab. */
export function OpenBookLink({ url, title, ...look }: OpenBookLinkProps) {
  return (
    <LinkButton {...look} href={url} target="_blank" rel="noreferrer" icon={<ExternalIcon size={15} />}>
      <FormattedMessage id="onlineBooks.open" /> <VisuallyHidden>{title}</VisuallyHidden>
      <VisuallyHidden>
        {' '}
        <FormattedMessage id="common.newWindow" />
      </VisuallyHidden>
    </LinkButton>
  )
}
