// All that the dashboard knows comes through here.
const tokenKey = 'newshawk-token';

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Kept for this tab only. */
export const keepToken = (token) => sessionStorage.setItem(tokenKey, token);

const get = (path) => ask(path, {});

async function ask(path, { method = 'GET', given }) {
  const token = sessionStorage.getItem(tokenKey);
  let response;
  try {
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(given !== undefined && { 'content-type': 'application/json' }),
    };
    response = await fetch(path, { method, headers, body: given && JSON.stringify(given) });
  } catch {
    throw new ApiError(0, 'The server does not answer. Is `newshawk serve` still running?');
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw new ApiError(response.status, body?.error?.message ?? `${path} gave status ${response.status}.`);
}

/** @param parameters empty values are left out */
export async function json(path, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const query = new URLSearchParams(given).toString();
  return (await get(query === '' ? path : `${path}?${query}`)).json();
}

export const text = async (path) => (await get(path)).text();

/** An address for an <img>: an image request could not carry the token. */
export const imageUrl = async (path) => URL.createObjectURL(await (await get(path)).blob());

/** Sends something that changes the store. @param given as JSON; none for DELETE */
export async function send(method, path, given) {
  await ask(path, { method, given });
}
