import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still mounted, for code after an `await`. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return isMounted
}
