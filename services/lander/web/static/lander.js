// Storage that in-app browsers have not got, that settings refuse or that is full: then nothing is remembered.
const remembered = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The visitor is asked again on the next page.
  }
};

// Count the view of this page, and whether its visitor goes on. Nothing is stored on the device; the only thing read is a
// refusal given earlier, to respect it.
{
  const { view, counted, went: hasGone, opened } = document.currentScript.dataset;
  // The sign-up says when this page was rendered. It is set here, so that links of the HTML are the same each time.
  for (const link of document.querySelectorAll('a[href*="/signup?"]')) {
    const address = new URL(link.href);
    address.searchParams.set("o", opened);
    link.href = address.pathname + address.search;
  }
  for (const field of document.querySelectorAll(".of-form [name=o]")) field.value = opened;
  // The answer is read to its end, or browsers take its request for one that is still under way.
  const count = (method) =>
    fetch("/api/track.php", {
      method,
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-Request-Type": "app" },
      body: view,
    })
      .then((answer) => answer.text())
      .catch(() => {});
  if (!navigator.globalPrivacyControl && remembered("consent-attribution") !== "no") {
    const { version, arm } = JSON.parse(view);
    if (counted === undefined) {
      void count("POST");
      // A reload of this address is no second view.
      const address = new URL(location.href);
      address.searchParams.set("v", `${version}.${arm}`);
      history.replaceState(null, "", address);
    }
    let went = hasGone !== undefined || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    const goOn = () => {
      if (went) return;
      went = true;
      void count("PUT");
    };
    document.addEventListener("click", ({ target }) => {
      const link = target.closest("a[href]");
      if (link && !link.hreflang && !link.getAttribute("href").startsWith("#")) goOn();
    });
    document.addEventListener("submit", goOn);
  }
}

// A page that is hidden says so, as the app's pages do, and nothing of who looked at it.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden")
    navigator.sendBeacon?.("/api/page-hidden.php", new Blob(["{}"], { type: "application/json" }));
});

// The entry warning: once, to visitors from these countries or an unknown one, as on the app's own bare screens.
{
  const warning = document.getElementById("entry");
  const known = async () => {
    if (matchMedia("(display-mode: standalone)").matches) return true;
    if (remembered("entry-warning") !== null) return true;
    try {
      const databases = await indexedDB.databases();
      return databases.some(({ name }) => name === "pairwise-remembered");
    } catch {
      return false;
    }
  };
  const ask = async () => {
    if (await known()) return;
    const answer = await fetch("/api/settings.php", { headers: { "X-Request-Type": "app" } });
    const { settings } = await answer.json();
    if (![null, "NL", "DE"].includes(settings.geoip_country)) return;
    warning.addEventListener("cancel", (event) => event.preventDefault());
    warning.querySelector("[data-leave]").addEventListener("click", () => location.replace("about:blank"));
    warning.querySelector("[data-enter]").addEventListener("click", () => {
      remember("entry-warning", new Date().toISOString());
      warning.close();
    });
    warning.showModal();
  };
  if (warning) ask().catch(() => {});
}

// A deck: the top card leaves to the side it was sent to.
for (const deck of document.querySelectorAll("[data-deck]")) {
  const cards = [...deck.querySelectorAll(".cards li")];
  const buttons = deck.querySelector(".decide");
  const decide = (way) => {
    cards.pop()?.classList.add("gone", way);
    if (cards.length > 0) return;
    const end = deck.querySelector("[data-end]");
    end.textContent = end.dataset.end;
    buttons.hidden = true;
  };
  buttons.hidden = false;
  buttons.querySelector("[data-pass]").addEventListener("click", () => decide("passed"));
  buttons.querySelector("[data-like]").addEventListener("click", () => decide("liked"));
  buttons.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft") decide("passed");
    if (key === "ArrowRight") decide("liked");
  });
  let from = null;
  deck.addEventListener("pointerdown", ({ clientX, target }) => (from = target.closest(".cards") ? clientX : null));
  deck.addEventListener("pointerup", ({ clientX }) => {
    if (from !== null && Math.abs(clientX - from) > 40) decide(clientX < from ? "passed" : "liked");
    from = null;
  });
}

// A film plays by itself only where motion and data are welcome, and stops at a press. Its source is not loaded before.
for (const loop of document.querySelectorAll("[data-loop]")) {
  const film = loop.querySelector("video");
  const button = loop.querySelector(".pause");
  const show = () => {
    loop.dataset.loop = film.paused ? "paused" : "playing";
    button.querySelector("span").textContent = film.paused ? button.dataset.play : button.dataset.pause;
  };
  const play = () => film.play().catch(show);
  film.controls = false;
  button.hidden = false;
  for (const change of ["play", "pause"]) film.addEventListener(change, show);
  button.addEventListener("click", () => (film.paused ? play() : film.pause()));
  show();
  const isCalm = matchMedia("(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)").matches;
  if (!isCalm && !navigator.connection?.saveData) addEventListener("load", () => setTimeout(play));
}

// A countdown: the date as the visitor's own clock says it, and the time left; at its end the block is gone.
for (const each of document.querySelectorAll("[data-ends]")) {
  const { lang } = document.documentElement;
  const ends = new Date(each.dataset.ends);
  const [date, left] = each.children;
  date.textContent = ends.toLocaleString(lang, { dateStyle: "long", timeStyle: "short" });
  const units = Object.entries({ day: 86_400_000, hour: 3_600_000, minute: 60_000 });
  const tell = () => {
    const rest = ends - Date.now();
    if (rest <= 0) return each.closest("section").remove();
    const [unit, length] = units.find(([, length]) => rest >= length) ?? units.at(-1);
    const named = new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" });
    left.textContent = named.format(Math.max(Math.floor(rest / length), 1));
    setTimeout(tell, Math.min(rest, 30_000));
  };
  tell();
}
