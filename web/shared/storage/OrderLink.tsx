import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { isStripped } from '../stripped.ts'
import { useSession } from '../../app/sessionContext.ts'
import { ExternalIcon } from '../../ui/icons.tsx'
import { type LinkButtonProps, LinkButton } from '../../ui/LinkButton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

export interface OrderLinkProps extends Pick<LinkButtonProps, 'variant' | 'size' | 'className'> {
  /** By default "Order now". */
  readonly label?: string
}

/** Opens the shop in a new tab. Hidden inside an editor, which the customer should not leave. */
export function OrderLink({ label, ...look }: OrderLinkProps) {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  if (isStripped(useLocation().search)) return null
  return (
    <LinkButton
      {...look}
      href={config.links.storeFront}
      target="_blank"
      rel="noreferrer"
      icon={<ExternalIcon size={15} />}
    >
      {label ?? formatMessage({ id: 'storage.order' })}
      <VisuallyHidden> {formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
    </LinkButton>
  )
}
