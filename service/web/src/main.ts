import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';

/** Arrow keys move inside tabs and choices, as everywhere else. */
document.addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const group = (event.target as HTMLElement).closest?.('[role=tablist],[role=radiogroup]');
  if (!step || !group) return;
  const choices = [...group.querySelectorAll<HTMLElement>('[role=tab],[role=radio]')];
  const next = choices[(choices.indexOf(event.target as HTMLElement) + step + choices.length) % choices.length];
  event.preventDefault();
  next?.focus();
  next?.click();
});

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the app');

export default mount(App, { target });
