import { type ApiResponse, apiCaller, type CallApi } from '@marram/rendering/api-calls'

/** The API for pages on trial. A page without data is at fault if no call is pending or has failed. */
export type TrialApi = { callApi: CallApi; waiting: number; failures: number }

export function trialApi(apiUrl: string): TrialApi {
  const call = apiCaller(apiUrl)
  const api: TrialApi = {
    waiting: 0,
    failures: 0,
    async callApi(...asked) {
      api.waiting += 1
      let hasAnswered = false
      try {
        const response = await call(...asked)
        hasAnswered = isAnswer(response)
        return response
      } finally {
        api.waiting -= 1
        if (!hasAnswered) api.failures += 1
      }
    },
  }
  return api
}

/** The same API with one answer for each address, so that two compositions get the same ones. */
export function withOneResponseEach(api: TrialApi): TrialApi {
  const { callApi } = api
  const responses = new Map<string, Promise<ApiResponse>>()
  api.callApi = (url, ...rest) => {
    const response = responses.get(url) ?? callApi(url, ...rest)
    responses.set(url, response)
    // Another attempt may succeed.
    const forget = () => responses.delete(url)
    response.then((each) => isAnswer(each) || forget(), forget)
    return response
  }
  return api
}

/** As in the shell: a code in the body counts, and a lack of time or permission is a failure. */
function isAnswer({ status, body }: ApiResponse): boolean {
  try {
    const { code = status < 300 ? 200 : status } = JSON.parse(String(body)) as { code?: number }
    return code === 200 || (code >= 400 && code < 500 && ![401, 403, 408, 429].includes(code))
  } catch {
    return false
  }
}
