import { join } from 'node:path';
import { html } from '../posts/blocks.ts';
import { makePosts } from '../posts/posts.ts';
import { russian } from '../posts/russian.ts';
import { recordFolder } from '../record.ts';
import type { RecordedResponse } from '../recorded-site.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const pageSize = 9;

const app = `import { DatePipe, registerLocaleData } from '@angular/common';
import { httpResource, provideHttpClient } from '@angular/common/http';
import ru from '@angular/common/locales/ru';
import { Component, computed, effect, inject, input, LOCALE_ID } from '@angular/core';
import { bootstrapApplication, Title } from '@angular/platform-browser';
import { provideRouter, RouterLink, RouterOutlet, withComponentInputBinding } from '@angular/router';
registerLocaleData(ru);
interface Post { id: number; title: string; author: string; date: string; lead: string; section: string; tags: string[]; html: string }
@Component({ selector: 'app-posts', imports: [RouterLink, DatePipe], template: \`
  <h2>Все материалы</h2>
  @if (answer.value(); as list) {
    <div class="cards">
      @for (post of list.posts; track post.id) {
        <a class="card" [routerLink]="['/articles', post.id]">
          <h3>{{ post.title }}</h3>
          <p>{{ post.lead }}</p>
          <span class="card-date">{{ post.date | date: 'longDate' }}</span>
        </a>
      }
    </div>
    <nav class="pages">
      @for (number of numbers(); track number) { <a routerLink="/" [queryParams]="{ page: number }" [class.current]="number === current()">{{ number }}</a> }
    </nav>
  } @else { <p class="spinner">Загрузка…</p> }\` })
class Posts {
  readonly page = input<string>();
  readonly current = computed(() => Number(this.page() ?? 1));
  readonly answer = httpResource<{ posts: Post[]; pages: number }>(() => '/api/posts?page=' + this.current());
  readonly numbers = computed(() => Array.from({ length: this.answer.value()?.pages ?? 0 }, (_, at) => at + 1));
}
@Component({ selector: 'app-post', imports: [DatePipe], template: \`
  @if (post.value(); as one) {
    <article>
      <h1>{{ one.title }}</h1>
      <div class="info"><span class="name">{{ one.author }}</span> <span class="when">{{ one.date | date: 'longDate' }}</span> <span class="rubric">{{ one.section }}</span></div>
      <div class="content" [innerHTML]="one.html"></div>
      <div class="chips">@for (tag of one.tags; track tag) { <span class="chip">{{ tag }}</span> }</div>
    </article>
  } @else { <p class="spinner">Загрузка…</p> }\` })
class One {
  readonly id = input<string>();
  readonly post = httpResource<Post>(() => '/api/posts/' + this.id());
  constructor() {
    const title = inject(Title);
    effect(() => title.setTitle((this.post.value()?.title ?? '') + ' | Листок мастерской'));
  }
}
@Component({ selector: 'app-about', template: '<h1>О листке</h1><p>Листок ведут несколько человек, которые любят старые инструменты.</p>' })
class About {}
@Component({ selector: 'app-root', imports: [RouterOutlet, RouterLink], template: \`
  <header><a routerLink="/">Листок мастерской</a> <a routerLink="/about">О листке</a></header>
  <main><router-outlet /></main>
  <footer>Листок мастерской, 2026</footer>\` })
class App {}
bootstrapApplication(App, { providers: [{ provide: LOCALE_ID, useValue: 'ru' }, provideHttpClient(),
  provideRouter([{ path: '', component: Posts }, { path: 'about', component: About }, { path: 'articles/:id', component: One }], withComponentInputBinding())] });
`;
const page =
  '<!doctype html>\n<html lang="ru">\n<head><meta charset="utf-8"><title>Листок мастерской</title><base href="/"></head>\n<body><app-root></app-root></body>\n</html>\n';

export const angularApp: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'angular-pages',
    software: 'Angular (own small app)',
    version: '21.2.26',
    theme: 'none',
    lang: 'ru',
    render: 'spa',
    pages: ['/', '/about'],
    listPages: 5,
    fallback: '/',
    noFallback: ['/api/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: russian, count: 41, seed: 1_007 });
    const angular = ['common', 'compiler', 'compiler-cli', 'core', 'platform-browser', 'router'];
    await npmInstall(folder, {
      ...Object.fromEntries(angular.map((name) => [`@angular/${name}`, '21.2.26'])),
      '@angular/build': '21.2.27',
      '@angular/cli': '21.2.28',
      rxjs: '7.8.2',
      tslib: '2.9.1',
      typescript: '5.9.3',
    });
    await writeFiles(folder, {
      'src/main.ts': app,
      'src/index.html': page,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { strict: true, target: 'ES2022', module: 'preserve', moduleResolution: 'bundler' },
        files: ['src/main.ts'],
      }),
      'angular.json': JSON.stringify({
        version: 1,
        cli: { analytics: false },
        projects: {
          app: {
            projectType: 'application',
            root: '',
            sourceRoot: 'src',
            architect: {
              build: {
                builder: '@angular/build:application',
                options: {
                  browser: 'src/main.ts',
                  index: 'src/index.html',
                  tsConfig: 'tsconfig.json',
                  outputPath: 'out',
                  outputHashing: 'all',
                },
              },
            },
          },
        },
      }),
    });
    await npmRun(folder, '@angular/cli/bin/ng.js', ['build']);
    const answer = (path: string, data: unknown, status = 200): RecordedResponse => ({
      path,
      status,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(data),
    });
    const pages = Math.ceil(posts.length / pageSize);
    const lists = Array.from({ length: pages }, (_, at) => {
      const some = posts.slice(at * pageSize, (at + 1) * pageSize).map(({ id, title, date, blocks }) => ({
        id,
        title,
        date,
        lead: blocks[0]?.kind === 'paragraph' ? `${blocks[0].text.slice(0, 110)}…` : '',
      }));
      return answer(`/api/posts?page=${at + 1}`, { posts: some, pages });
    });
    const ones = posts.map(({ blocks, ...post }) => answer(`/api/posts/${post.id}`, { ...post, html: html(blocks) }));
    const built = await recordFolder(join(folder, 'out/browser'));
    return {
      responses: [...built, ...lists, ...ones, answer('/api/missing', { error: 'not found' }, 404)],
      truth: truthOf(
        posts,
        ({ id }) => `/articles/${id}`,
        ({ id }) => ({ aliases: [`/api/posts/${id}`] }),
      ),
    };
  },
};
