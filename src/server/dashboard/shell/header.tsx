import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type LiveState, liveState } from '../data/events.ts';
import icon from '../icon.svg';
import { isHelpOpen } from './keys.ts';
import { dashboardPages } from './pages.ts';
import { address } from './route.ts';
import { nextTheme, theme } from './theme.ts';

const groups = ['News', 'Sites', 'System'] as const;

/** Brand, navigation, and the buttons that belong to no page. Narrow windows show the navigation on request. */
export function Header({ current }: { readonly current: string }) {
  const isOpen = useSignal(false);
  // another page closes the menu
  useEffect(() => {
    isOpen.value = false;
  }, [current]);
  return (
    <header class="top">
      <a class="brand" href={address('overview')}>
        <img src={icon} alt="" width="28" height="28" />
        newshawk
      </a>
      <button
        type="button"
        class="quiet menu"
        aria-expanded={isOpen.value}
        aria-controls="sections"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Menu
      </button>
      <nav aria-label="Sections" id="sections" class={isOpen.value ? 'is-open' : undefined}>
        {groups.map((group) => (
          <Group key={group} group={group} current={current} />
        ))}
      </nav>
      <div class="tools">
        <Live state={liveState.value} />
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isHelpOpen.value = true;
          }}
        >
          Keys <kbd>?</kbd>
        </button>
        <button type="button" class="quiet" title="Light, dark, or the system's setting" onClick={nextTheme}>
          <span class="theme-word">Theme: </span>
          {theme.value}
        </button>
      </div>
    </header>
  );
}

function Group({ group, current }: { readonly group: (typeof groups)[number]; readonly current: string }) {
  const members = dashboardPages.filter((page) => page.group === group);
  if (members.length === 0) return null;
  return (
    <div class="group">
      <span class="group-title" id={`group-${group}`}>
        {group}
      </span>
      <ul aria-labelledby={`group-${group}`}>
        {members.map(({ name, title }) => (
          <li key={name}>
            <a href={address(name)} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const liveTexts: Readonly<Record<LiveState, string>> = {
  live: 'Changes are shown as they happen',
  polling: 'Changes are shown every 15 seconds',
  paused: 'No changes are shown while the tab is hidden',
  away: 'The server does not answer; trying again',
};

const Live = ({ state }: { readonly state: LiveState }) => (
  <span class={`news at-${state}`} title={liveTexts[state]}>
    {state}
  </span>
);
