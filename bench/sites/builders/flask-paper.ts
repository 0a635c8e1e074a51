import { join } from 'node:path';
import { html } from '../posts/blocks.ts';
import { hebrew } from '../posts/hebrew.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { piecesHtml, piecesOf, piecesText } from '../posts/richer.ts';
import { recordServer } from '../record.ts';
import { freePort, type OwnSite, pipInstall, removed, run, truthOf, withServer, writeFiles } from './workshop.ts';

const app = `
import datetime, json, sys
from babel.dates import format_date
from feedgen.feed import FeedGenerator
from flask import Flask, Response, abort, render_template, request, url_for
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
app.config['SQLALCHEMY_DATABASE_URI'] = 'sqlite:///paper.db'
db = SQLAlchemy(app)
labels = db.Table('labels', db.Column('article_id', db.ForeignKey('article.id'), primary_key=True), db.Column('tag_id', db.ForeignKey('tag.id'), primary_key=True))

class Section(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    slug = db.Column(db.String(40), unique=True)
    name = db.Column(db.String(80))

class Reporter(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))

class Tag(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80), unique=True)

class Article(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(200))
    lead = db.Column(db.Text)
    body = db.Column(db.Text)
    published = db.Column(db.Date, index=True)
    photo = db.Column(db.String(80))
    credit = db.Column(db.String(80))
    section_id = db.Column(db.ForeignKey('section.id'))
    reporter_id = db.Column(db.ForeignKey('reporter.id'))
    section = db.relationship('Section', backref='articles')
    reporter = db.relationship('Reporter', backref='articles')
    tags = db.relationship('Tag', secondary=labels, backref='articles', order_by='Tag.id')

    @property
    def url(self):
        return url_for('article', section=self.section.slug, id=self.id)

@app.template_filter('day')
def day(date):
    return format_date(date, 'long', locale='he')

@app.context_processor
def everywhere():
    newest = db.session.scalars(Article.query.order_by(Article.published.desc()).limit(6).statement).all()
    return {'sections': Section.query.order_by(Section.id).all(), 'newest': newest, 'tags': Tag.query.order_by(Tag.name).all()}

def listed(template, query, size=8, **more):
    page = db.paginate(query.order_by(Article.published.desc()), per_page=size, max_per_page=20)
    return render_template(template, page=page, link=lambda number: url_for(request.endpoint, page=number, **request.view_args), **more)

@app.get('/')
def front():
    return listed('front.html', db.select(Article), size=6)

@app.get('/<section>/')
def section(section):
    one = Section.query.filter_by(slug=section).first_or_404()
    return listed('list.html', db.select(Article).filter_by(section_id=one.id), heading=one.name)

@app.get('/<section>/<int:id>')
def article(section, id):
    one = db.get_or_404(Article, id)
    if one.section.slug != section:
        abort(404)
    more = Article.query.filter(Article.section_id == one.section_id, Article.id != id).order_by(Article.published.desc()).limit(4).all()
    return render_template('article.html', article=one, more=more)

@app.get('/tag/<int:id>')
def tag(id):
    one = db.get_or_404(Tag, id)
    return listed('list.html', db.select(Article).filter(Article.tags.contains(one)), heading=one.name)

@app.get('/reporter/<int:id>')
def reporter(id):
    one = db.get_or_404(Reporter, id)
    return listed('list.html', db.select(Article).filter_by(reporter_id=one.id), heading='כל הכתבות של ' + one.name)

@app.get('/about')
def about():
    return render_template('text.html', heading='אודות העיתון', text='העיתון יוצא בעיירה מאז שנת אלפיים, ונכתב בידי תושביה.')

@app.get('/contact')
def contact():
    return render_template('text.html', heading='כתבו לנו', text='מכתבים למערכת אפשר להשאיר בתיבה שליד הספרייה.')

@app.get('/feed.xml')
def feed():
    made = FeedGenerator()
    made.id(request.url_root)
    made.title('קול העיירה')
    made.link(href=request.url_root)
    made.link(href=request.url, rel='self')
    made.language('he')
    for one in Article.query.order_by(Article.published.desc()).limit(15):
        entry = made.add_entry(order='append')
        entry.id(request.url_root[:-1] + one.url)
        entry.title(one.title)
        entry.link(href=request.url_root[:-1] + one.url)
        entry.author(name=one.reporter.name)
        entry.summary(one.lead)
        when = datetime.datetime.combine(one.published, datetime.time(6), datetime.timezone.utc)
        entry.published(when)
        entry.updated(when)
    return Response(made.atom_str(), mimetype='application/atom+xml')

@app.get('/sitemap.xml')
def sitemap():
    rows = [(url_for('front'), None)] + [(one.url, one.published) for one in Article.query.order_by(Article.id)]
    text = render_template('sitemap.xml', rows=rows, root=request.url_root[:-1])
    return Response(text, mimetype='application/xml')

@app.errorhandler(404)
def missing(_):
    return render_template('text.html', heading='הדף לא נמצא', text='אולי הקישור ישן.'), 404

def fill(file):
    db.create_all()
    known = {}
    def one(kind, **fields):
        key = (kind, tuple(fields.values()))
        if key not in known:
            known[key] = kind(**fields)
            db.session.add(known[key])
        return known[key]
    for post in json.load(open(file)):
        db.session.add(Article(id=post['number'], title=post['title'], lead=post['lead'], body=post['html'], published=datetime.date.fromisoformat(post['date']), photo=post['photo'], credit=post['credit'],
            section=one(Section, slug=post['desk'], name=post['section']), reporter=one(Reporter, name=post['author']), tags=[one(Tag, name=name) for name in post['tags']]))
        db.session.flush()
    db.session.commit()

if __name__ == '__main__':
    with app.app_context():
        fill(sys.argv[1])
`;
const templates = {
  'base.html': `<!doctype html>
<html lang="he" dir="rtl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{% block title %}קול העיירה{% endblock %}</title>
{% block meta %}<meta name="description" content="חדשות העיירה והסביבה">{% endblock %}
<link rel="alternate" type="application/atom+xml" title="קול העיירה" href="{{ url_for('feed') }}">
<link rel="stylesheet" href="{{ url_for('static', filename='paper.css') }}">
</head>
<body>
<div id="top"><a id="logo" href="/">קול העיירה</a>
<ul id="menu"><li><a href="/">ראשי</a></li>{% for one in sections %}<li><a href="{{ url_for('section', section=one.slug) }}">{{ one.name }}</a></li>{% endfor %}<li><a href="/about">אודות</a></li></ul></div>
<div id="wrap">
<div id="content">{% block content %}{% endblock %}</div>
<div id="side">
<div class="box"><h3>עדכונים אחרונים</h3><ul>{% for one in newest %}<li><a href="{{ one.url }}">{{ one.title }}</a></li>{% endfor %}</ul></div>
<div class="box"><h3>נושאים</h3><p>{% for one in tags %}<a href="{{ url_for('tag', id=one.id) }}">{{ one.name }}</a> {% endfor %}</p></div>
<div class="box"><h3>מנוי לעיתון</h3><p>העיתון המודפס מגיע לתיבה בכל יום שישי. <a href="/contact">להצטרפות</a></p></div>
</div>
</div>
<div id="bottom"><p>כל הזכויות שמורות, קול העיירה 2026</p><p><a href="/contact">כתבו לנו</a> | <a href="{{ url_for('feed') }}">RSS</a></p></div>
</body>
</html>
`,
  'story.html': `<div class="byline">מאת <a href="{{ url_for('reporter', id=article.reporter.id) }}">{{ article.reporter.name }}</a>, {{ article.published|day }}</div>
{% if article.photo %}<div class="photo"><img src="{{ url_for('static', filename='photos/' + article.photo) }}" alt="{{ article.title }}" width="640" height="420"><span class="credit">צילום: {{ article.credit }}</span></div>{% endif %}
<div class="text">
{{ article.body|safe }}
</div>
<div class="labels">נושאים: {% for one in article.tags %}<a href="{{ url_for('tag', id=one.id) }}">{{ one.name }}</a>{% if not loop.last %}, {% endif %}{% endfor %}</div>
`,
  'pager.html': `{% if page.pages > 1 %}<div class="pages">{% for number in page.iter_pages() %}{% if not number %}<span>…</span>{% elif number == page.page %}<b>{{ number }}</b>{% else %}<a href="{{ link(number) }}">{{ number }}</a>{% endif %} {% endfor %}</div>{% endif %}
`,
  'front.html': `{% extends 'base.html' %}{% block content %}
{% for article in page %}<div class="story">
<div class="desk"><a href="{{ url_for('section', section=article.section.slug) }}">{{ article.section.name }}</a></div>
<h2><a href="{{ article.url }}">{{ article.title }}</a></h2>
{% include 'story.html' %}</div>
{% endfor %}{% include 'pager.html' %}{% endblock %}
`,
  'list.html': `{% extends 'base.html' %}{% block title %}{{ heading }} - קול העיירה{% endblock %}{% block content %}
<h1>{{ heading }}</h1>
{% for article in page %}<div class="item"><h2><a href="{{ article.url }}">{{ article.title }}</a></h2><p>{{ article.lead }}</p><div class="byline">{{ article.reporter.name }}, {{ article.published|day }}</div></div>
{% endfor %}{% include 'pager.html' %}{% endblock %}
`,
  'article.html': `{% extends 'base.html' %}{% block title %}{{ article.title }} - קול העיירה{% endblock %}
{% block meta %}<meta name="description" content="{{ article.lead }}"><meta property="og:title" content="{{ article.title }}">{% endblock %}
{% block content %}<div class="story">
<div class="desk"><a href="{{ url_for('section', section=article.section.slug) }}">{{ article.section.name }}</a></div>
<h1>{{ article.title }}</h1>
{% include 'story.html' %}</div>
<div class="more"><h3>עוד במדור {{ article.section.name }}</h3><ul>{% for one in more %}<li><a href="{{ one.url }}">{{ one.title }}</a></li>{% endfor %}</ul></div>
{% endblock %}
`,
  'text.html': `{% extends 'base.html' %}{% block title %}{{ heading }} - קול העיירה{% endblock %}{% block content %}<h1>{{ heading }}</h1><p>{{ text }}</p>{% endblock %}
`,
  'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{% for path, day in rows %}
<url><loc>{{ root }}{{ path }}</loc>{% if day %}<lastmod>{{ day.isoformat() }}</lastmod>{% endif %}</url>{% endfor %}
</urlset>
`,
};
const style =
  'body { font-family: Arial, sans-serif; margin: 0 } #wrap { display: flex } #content { flex: 3 } #side { flex: 1 }\n';
const desks = ['city', 'country', 'leisure', 'people'];
const pictures = '/static/photos/';
const count = 43;
const numberOf = ({ id }: Post): number => 2_100 + 3 * (count - id);
const desk = ({ section }: Post): string => desks[hebrew.sections.indexOf(section)] ?? '';

export const flaskPaper: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'flask-newspaper',
    software: 'Flask with Flask-SQLAlchemy (own small newspaper)',
    version: '3.1.3',
    theme: 'none',
    lang: 'he',
    render: 'server',
    pages: ['/about', '/contact'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: hebrew, count, seed: 5_304, authors: 5 });
    const programs = await pipInstall(folder, [
      'flask==3.1.3',
      'flask-sqlalchemy==3.1.1',
      'babel==2.18.0',
      'feedgen==1.0.0',
      'waitress==3.0.2',
    ]);
    const project = join(folder, 'project');
    await removed(project);
    // every third story has no photograph; the paper's own people take the others
    const creditOf = (post: Post) => (post.id % 3 === 0 || post.short ? '' : (posts[post.id % 7]?.author ?? ''));
    const written = posts.toReversed().map((post) => ({
      ...post,
      number: numberOf(post),
      desk: desk(post),
      lead: html(post.blocks.slice(0, 1))
        .replace(/<[^>]+>/g, '')
        .split('. ')[0],
      html: piecesHtml(piecesOf(post, hebrew, pictures)),
      photo: creditOf(post) ? `${numberOf(post)}.jpg` : '',
      credit: creditOf(post),
    }));
    await writeFiles(project, {
      'paper.py': app,
      'static/paper.css': style,
      'posts.json': JSON.stringify(written),
      ...Object.fromEntries(Object.entries(templates).map(([name, text]) => [`templates/${name}`, text])),
    });
    await run(join(programs, 'python'), ['paper.py', 'posts.json'], project);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const server = {
      program: join(programs, 'waitress-serve'),
      args: [`--listen=127.0.0.1:${port}`, 'paper:app'],
      cwd: project,
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, {
        start: ['/', '/sitemap.xml', '/robots.txt', '/no-such-page'],
        without: /^\/static\/photos/,
      }),
    );
    const truth = truthOf(
      posts,
      (post) => `/${desk(post)}/${numberOf(post)}`,
      (post) => {
        const text = piecesText(piecesOf(post, hebrew, pictures));
        const credit = creditOf(post);
        return { text, ...(credit ? { alt_texts: [`צילום: ${credit}\n\n${text}`] } : {}) };
      },
    );
    return { responses, truth };
  },
};
