/** Addresses of topics in common forum software. */
export const threadAddress =
  /\/(?:viewtopic|showthread|topic)\.(?:php|html?)|\/index\.php\?topic=\d|\/(?:threads?|topics?|discussions?|questions?)\/[^/]*\d|\/(?:t|d)\/(?:[^/]+\/)?\d+|\/thread-[^/]+/i;
/** Addresses of the members of a forum. A longer path, or a name of many words, is of an article: "/@ada/harbour-bridge", "/members/the-harbour-bridge-is-open". */
export const memberAddress =
  /\/(?:users?|members?|u|profile)\/(?:profile\/|\d+\/)?[^/?#-]+(?:-[^/?#-]+){0,2}(?:\/\d+)?\/?(?:[?#]|$)|\/user-\d+|\/(?:memberlist|profile|member|user)\.php\?|[?&]action=profile|\/@[\w.-]+\/?(?:[?#]|$)/i;

/** Addresses of lists of what a member wrote: "/user/ada/posts". */
export const memberListAddress =
  /\/(?:users?|members?|u|profile)\/[^?#]+\/(?:posts|topics|threads|comments|activity|summary|likes|followers|badges)\/?(?:[?#]|$)/i;

const lastPost = /\/(?:last|latest|newest|unread|lastpost|last-post)\/?$/i;

/** Whether an address is that of the newest post of a topic, which leads to the topic: "/t/harbour-bridge/42/last/". */
export const isLastPost = (url: string): boolean => lastPost.test(url) && threadAddress.test(url);

/** Paths and queries of pages about authors. */
export const authorAddress =
  /\/(?:authors?|autor(?:en|in|es)?|auteurs?|autor[ei]|writers?|contributors?|columnists?|journalist(?:e?s|en)?|byline)\/[^/?#]|[?&]author(?:_name)?=/i;
