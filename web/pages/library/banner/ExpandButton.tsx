import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { actionClass } from './Banner.tsx'

export interface ExpandButtonProps {
  readonly isExpanded: boolean
  /** The id of the text that the button expands. */
  readonly controls: string
  readonly onPress: () => void
}

/** The button that switches a banner between its whole text and one line. */
export function ExpandButton({ isExpanded, controls, onPress }: ExpandButtonProps) {
  const { formatMessage } = useIntl()
  return (
    <Button
      variant="quiet"
      size="small"
      className={actionClass}
      aria-expanded={isExpanded}
      aria-controls={controls}
      onPress={onPress}
    >
      {formatMessage({ id: isExpanded ? 'banner.showLess' : 'banner.showMore' })}
    </Button>
  )
}
