import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { isStripped } from '../stripped.ts'
import { useSession } from '../../app/sessionContext.ts'
import { ExternalIcon } from '../../ui/icons.tsx'
import { type LinkButtonProps, LinkButton } from '../../ui/LinkButton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

/** Opens the shop in a new tab. Hidden inside an editor, which the customer should not leave. */
export function OrderLink(props: Pick<LinkButtonProps, 'variant' | 'size' | 'className'>) {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  if (isStripped(useLocation().search)) return null
  return (
    <LinkButton
      {...props}
      href={config.links.storeFront}
      target="_blank"
      rel="noreferrer"
      icon={<ExternalIcon size={15} />}
    >
      {formatMessage({ id: 'storage.order' })}
      <VisuallyHidden> {formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
    </LinkButton>
  )
}
