/** Style sheets that not every screen needs. */

/** Those that were asked for. @type {Map<string, Promise<HTMLLinkElement>>} */
const asked = new Map();

/** Have a style sheet at hand, after all that are there. @param {string} href @returns {Promise<HTMLLinkElement>} */
export function dress(href) {
  const link = document.createElement("link");
  return new Promise((resolve, reject) => {
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve(link));
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${href} is not there`));
    });
    document.head.append(link);
  });
}

/** The page's own style sheets of these names, in this order, once each. @param {string[]} names */
export async function dressed(...names) {
  await Promise.all(
    names.map((name) => {
      const promise = asked.get(name) ?? dress(new URL(`../../css/${name}.css`, import.meta.url).href);
      promise.catch(() => asked.delete(name));
      asked.set(name, promise);
      return promise;
    }),
  );
}
