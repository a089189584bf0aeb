import { useEffect, useEffectEvent } from 'react'

/** Calls back when the customer comes back to the window, because other devices may have changed what it shows. */
export function useReturn(returned: () => void): void {
  const call = useEffectEvent(returned)
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState !== 'hidden') call()
    }
    addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}
