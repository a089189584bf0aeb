import { describeAuthorization } from './albums/authorization.ts'
import { describeChanging } from './albums/changing.ts'
import { describeLostAnswers } from './albums/lostAnswers.ts'
import { describeReading } from './albums/reading.ts'
import { setUpRealAlbums } from './albums/realAlbums.ts'

// On one gateway and one photos service: to set them up takes longer than most of what is tried.
const real = setUpRealAlbums()

describeReading(real)
describeChanging(real)
describeLostAnswers(real)
describeAuthorization(real)
