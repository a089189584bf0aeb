import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// relay-test-utils was written for another runner, whose name for its mocks it expects.
Object.assign(globalThis, { jest: vi, IS_REACT_ACT_ENVIRONMENT: true })

afterEach(cleanup)
