import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { LineBook_line$key } from '../../../__generated__/LineBook_line.graphql.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { onlineProductPath } from '../../../shared/paths.ts'
import { actionLink } from '../../../ui/actionLink.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'

// No @catch: if the online books cannot be read, the field is null, and the order is shown without them.
const fragment = graphql`
  fragment LineBook_line on OrderLine {
    title
    widget {
      productCode
      state
    }
  }
`

/** The link from an ordered photo book to its online book; nothing for other products. */
export function LineBook({ line }: { readonly line: LineBook_line$key }) {
  const { title, widget } = useFragment(fragment, line)
  if (!widget) return null
  const { productCode, state } = widget
  return (
    <p>
      <AppLink to={onlineProductPath(productCode)} className={actionLink}>
        <FormattedMessage id={state === 'DELETED' ? 'order.deletedBook' : 'order.book'} />{' '}
        <VisuallyHidden>{title}</VisuallyHidden>
      </AppLink>
    </p>
  )
}
