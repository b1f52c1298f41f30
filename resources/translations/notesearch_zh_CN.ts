<?xml version='1.0' encoding='utf-8'?>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Acting</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中打开</translation>
    </message>
    <message>
        <source>Open in VS Code</source>
        <translation>在 VS Code 中打开</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy wikilink</source>
        <translation>复制双链</translation>
    </message>
    <message>
        <source>Copy Markdown link</source>
        <translation>复制 Markdown 链接</translation>
    </message>
    <message>
        <source>Copy passage with source</source>
        <translation>复制段落及出处</translation>
    </message>
    <message>
        <source>Why this rank?</source>
        <translation>为什么排在这里？</translation>
    </message>
    <message>
        <source>This note is gone.</source>
        <translation>这篇笔记已不存在。</translation>
    </message>
    <message>
        <source>{0} could not be opened. Choose another app in the settings.</source>
        <translation>无法打开 {0}。请在设置中选择其他应用。</translation>
    </message>
    <message>
        <source>Open this link?</source>
        <translation>要打开这个链接吗？</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
</context>
<context>
    <name>AroundBox</name>
    <message>
        <source>Linked from</source>
        <translation>链接自</translation>
    </message>
    <message>
        <source>Related notes</source>
        <translation>相关笔记</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>相关</translation>
    </message>
    <message>
        <source>Near in meaning to this note</source>
        <translation>与此笔记含义相近</translation>
    </message>
    <message>
        <source>Found by the words of this note's title</source>
        <translation>按此笔记标题中的字词找到</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>还有 {0} 篇</translation>
    </message>
</context>
<context>
    <name>Badges</name>
    <message>
        <source>Journal</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Evergreen</source>
        <translation>常青</translation>
    </message>
    <message>
        <source>The note's title, alias or file name is what you typed, so it comes first.</source>
        <translation>你输入的就是这篇笔记的标题、别名或文件名，所以排在最前。</translation>
    </message>
    <message>
        <source>exact name</source>
        <translation>名称一致</translation>
    </message>
    <message>
        <source>Neither words nor meaning come close to what you typed. This may be chance.</source>
        <translation>字词和含义都与你输入的不太接近，可能只是巧合。</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>弱</translation>
    </message>
    <message>
        <source>Journal: a dated note. Its age weighs on its rank.</source>
        <translation>日记：带日期的笔记，越旧排名越低。</translation>
    </message>
    <message>
        <source>Note: an ordinary note. Age does not matter.</source>
        <translation>笔记：普通笔记，与新旧无关。</translation>
    </message>
    <message>
        <source>Evergreen: knowledge kept apart, as in MEMORY.md. It never ages.</source>
        <translation>常青：单独保存的知识，例如 MEMORY.md，不会变旧。</translation>
    </message>
    <message>
        <source>Source weight {0}</source>
        <translation>来源权重 {0}</translation>
    </message>
    <message>
        <source>The age of this note is not known, so it counts in full.</source>
        <translation>不知道这篇笔记的日期，因此按全值计算。</translation>
    </message>
    <message>
        <source>Age weighs {0}: max({1}, 0.5 ^ ({2} / {3} days half-life))</source>
        <translation>新旧系数 {0}：max({1}, 0.5 ^ ({2} / 半衰期 {3} 天))</translation>
    </message>
    <message>
        <source>words + meaning</source>
        <translation>字词 + 含义</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>words</source>
        <translation>字词</translation>
    </message>
    <message>
        <source>words {0} (meaning {1} would lower it) = {2}</source>
        <translation>字词 {0}（含义 {1} 会使其降低）= {2}</translation>
    </message>
    <message>
        <source>words {0} x {1} + meaning {2} x {3} = {4}</source>
        <translation>字词 {0} x {1} + 含义 {2} x {3} = {4}</translation>
    </message>
    <message>
        <source>meaning {0} x {1} = {2}</source>
        <translation>含义 {0} x {1} = {2}</translation>
    </message>
    <message>
        <source>words {0} = {1}</source>
        <translation>字词 {0} = {1}</translation>
    </message>
    <message>
        <source>Score {0} = {1} x decay {2} x source {3} x opened {4}</source>
        <translation>得分 {0} = {1} x 新旧 {2} x 来源 {3} x 打开 {4}</translation>
    </message>
    <message>
        <source>Diversity re-ranking left this one where it was.</source>
        <translation>多样性重排没有移动它。</translation>
    </message>
    <message>
        <source>Diversity re-ranking moved this one up by {0}: it differs from what stands above.</source>
        <translation>多样性重排把它上移了 {0} 位：它与上面的结果不同。</translation>
    </message>
    <message>
        <source>Diversity re-ranking moved this one down by {0}: it resembles what stands above.</source>
        <translation>多样性重排把它下移了 {0} 位：它与上面的结果相似。</translation>
    </message>
    <message>
        <source>lambda {0}: relevance x {0} - likeness x {1}</source>
        <translation>lambda {0}：相关性 x {0} - 相似度 x {1}</translation>
    </message>
    <message>
        <source>Opened from results {0} times. The boost {1} fades with time.</source>
        <translation>从结果中打开过 {0} 次。加成 {1} 会随时间减弱。</translation>
    </message>
    <message>
        <source>opened {0}</source>
        <translation>打开过 {0}</translation>
    </message>
</context>
<context>
    <name>Completer</name>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
</context>
<context>
    <name>Completion</name>
    <message>
        <source>notes with this tag; also #tag</source>
        <translation>带有此标签的笔记，也可写 #标签</translation>
    </message>
    <message>
        <source>notes in this folder</source>
        <translation>此文件夹中的笔记</translation>
    </message>
    <message>
        <source>part of the path</source>
        <translation>路径的一部分</translation>
    </message>
    <message>
        <source>part of the file name</source>
        <translation>文件名的一部分</translation>
    </message>
    <message>
        <source>words of the title</source>
        <translation>标题中的词</translation>
    </message>
    <message>
        <source>words of a heading</source>
        <translation>小标题中的词</translation>
    </message>
    <message>
        <source>journal, note or evergreen</source>
        <translation>journal、note 或 evergreen</translation>
    </message>
    <message>
        <source>older than a day</source>
        <translation>早于某一天</translation>
    </message>
    <message>
        <source>from a day on</source>
        <translation>从某一天起</translation>
    </message>
    <message>
        <source>of a day, a month or a year</source>
        <translation>某天、某月或某年</translation>
    </message>
    <message>
        <source>with tasks, open or done</source>
        <translation>含任务，未完成或已完成</translation>
    </message>
    <message>
        <source>notes with this property</source>
        <translation>带有此属性的笔记</translation>
    </message>
</context>
<context>
    <name>CoverageModel</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ 失败</translation>
    </message>
    <message>
        <source>– left out</source>
        <translation>– 未收录</translation>
    </message>
</context>
<context>
    <name>CoveragePanel</name>
    <message>
        <source>Every note is indexed.</source>
        <translation>所有笔记都已建立索引。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Read every file of this list again</source>
        <translation>重新读取此列表中的所有文件</translation>
    </message>
    <message>
        <source>Close ({coverage})</source>
        <translation>关闭 ({coverage})</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>覆盖情况</translation>
    </message>
    <message>
        <source>1 note on disk</source>
        <translation>磁盘上有 1 篇笔记</translation>
    </message>
    <message>
        <source>{0} notes on disk</source>
        <translation>磁盘上有 {0} 篇笔记</translation>
    </message>
    <message>
        <source>{0} indexed</source>
        <translation>已索引 {0}</translation>
    </message>
    <message>
        <source>{0} pending</source>
        <translation>待处理 {0}</translation>
    </message>
    <message>
        <source>{0} failed</source>
        <translation>失败 {0}</translation>
    </message>
    <message>
        <source>{0} left out</source>
        <translation>未收录 {0}</translation>
    </message>
    <message>
        <source>Meaning is learned of {0} of {1} passages.</source>
        <translation>已学习 {1} 个段落中 {0} 个的含义。</translation>
    </message>
    <message>
        <source>Files that are not indexed</source>
        <translation>未建立索引的文件</translation>
    </message>
</context>
<context>
    <name>DecayCurve</name>
    <message>
        <source>Counts half after {0}, never less than {1}</source>
        <translation>{0}后减半，最低为 {1}</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Showing results for “{0}”</source>
        <translation>显示“{0}”的结果</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Evergreen</source>
        <translation>常青</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>本周</translation>
    </message>
    <message>
        <source>Last week</source>
        <translation>上周</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>上月</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>今年</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>去年</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>相关性</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>None in these results</source>
        <translation>这些结果中没有</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>不限</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this note</source>
        <translation>在此笔记中查找</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Not in this note</source>
        <translation>此笔记中没有</translation>
    </message>
</context>
<context>
    <name>FoldersRow</name>
    <message>
        <source>Choose …</source>
        <translation>选择…</translation>
    </message>
</context>
<context>
    <name>HabitsBox</name>
    <message>
        <source>Keys …</source>
        <translation>按键……</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>在托盘中显示图标</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Open notes with</source>
        <translation>打开笔记的方式</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>This desktop has no tray.</source>
        <translation>此桌面没有托盘。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Default app</source>
        <translation>默认应用</translation>
    </message>
    <message>
        <source>Obsidian</source>
        <translation>Obsidian</translation>
    </message>
    <message>
        <source>Visual Studio Code</source>
        <translation>Visual Studio Code</translation>
    </message>
    <message>
        <source>A command …</source>
        <translation>自定义命令…</translation>
    </message>
    <message>
        <source>Command with {path} and {line}</source>
        <translation>含有 {path} 和 {line} 的命令</translation>
    </message>
</context>
<context>
    <name>Installer</name>
    <message>
        <source>The installation broke off ({0}).</source>
        <translation>安装中断（{0}）。</translation>
    </message>
</context>
<context>
    <name>KeyButton</name>
    <message>
        <source>Change this key</source>
        <translation>更改此按键</translation>
    </message>
    <message>
        <source>Press a key …</source>
        <translation>请按键……</translation>
    </message>
</context>
<context>
    <name>KeyTable</name>
    <message>
        <source>Press one key, together with Ctrl or Alt.</source>
        <translation>请按一个键，并同时按住 Ctrl 或 Alt。</translation>
    </message>
    <message>
        <source>{0} alone is for typing: hold Ctrl or Alt, or take a function key.</source>
        <translation>{0} 单独用于输入文字：请按住 Ctrl 或 Alt，或使用功能键。</translation>
    </message>
    <message>
        <source>{0} is for editing text.</source>
        <translation>{0} 用于编辑文字。</translation>
    </message>
    <message>
        <source>{0} is taken: {1}</source>
        <translation>{0} 已被占用：{1}</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Type anywhere to search</source>
        <translation>随处输入即可搜索</translation>
    </message>
    <message>
        <source>Result before; in the empty field: past questions</source>
        <translation>上一条结果；输入框为空时：以前的查询</translation>
    </message>
    <message>
        <source>Next result</source>
        <translation>下一条结果</translation>
    </message>
    <message>
        <source>A page further</source>
        <translation>下翻一页</translation>
    </message>
    <message>
        <source>In the list: show more of this note</source>
        <translation>在列表中：展开这篇笔记的更多段落</translation>
    </message>
    <message>
        <source>In the list: all that can be done with a note</source>
        <translation>在列表中：对笔记可做的一切操作</translation>
    </message>
    <message>
        <source>Open the note</source>
        <translation>打开笔记</translation>
    </message>
    <message>
        <source>Show the note in the file manager</source>
        <translation>在文件管理器中显示笔记</translation>
    </message>
    <message>
        <source>On to the results and the preview; takes a completion</source>
        <translation>转到结果和预览；或采用补全</translation>
    </message>
    <message>
        <source>All operators of a question</source>
        <translation>查询的所有运算符</translation>
    </message>
    <message>
        <source>Clear the question, then put the window away</source>
        <translation>清空查询，再按收起窗口</translation>
    </message>
    <message>
        <source>To the search field</source>
        <translation>回到搜索框</translation>
    </message>
    <message>
        <source>Keep this question; in the empty field: those that are kept</source>
        <translation>收藏此查询；输入框为空时：列出已收藏的查询</translation>
    </message>
    <message>
        <source>Next hit in the preview</source>
        <translation>预览中的下一处匹配</translation>
    </message>
    <message>
        <source>Hit before</source>
        <translation>上一处匹配</translation>
    </message>
    <message>
        <source>Find in the note</source>
        <translation>在笔记中查找</translation>
    </message>
    <message>
        <source>Outline of the note</source>
        <translation>笔记的大纲</translation>
    </message>
    <message>
        <source>Back in the preview</source>
        <translation>预览后退</translation>
    </message>
    <message>
        <source>Forward in the preview</source>
        <translation>预览前进</translation>
    </message>
    <message>
        <source>Copy a wikilink to the note</source>
        <translation>复制指向该笔记的双链</translation>
    </message>
    <message>
        <source>Vary the results on and off</source>
        <translation>开关结果多样化</translation>
    </message>
    <message>
        <source>Why this rank?</source>
        <translation>为什么排在这里？</translation>
    </message>
    <message>
        <source>Trace of the search</source>
        <translation>搜索过程</translation>
    </message>
    <message>
        <source>Coverage: which notes are indexed</source>
        <translation>覆盖情况：哪些笔记已建立索引</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Larger preview</source>
        <translation>放大预览</translation>
    </message>
    <message>
        <source>Smaller preview</source>
        <translation>缩小预览</translation>
    </message>
    <message>
        <source>Preview in its usual size</source>
        <translation>预览恢复正常大小</translation>
    </message>
    <message>
        <source>Open another vault</source>
        <translation>打开其他笔记库</translation>
    </message>
    <message>
        <source>Look at the vault again</source>
        <translation>重新检查笔记库</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>按键列表</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Reset all keys</source>
        <translation>恢复所有按键</translation>
    </message>
    <message>
        <source>Press a button to change its key.</source>
        <translation>点击按钮可更改其按键。</translation>
    </message>
    <message>
        <source>{0}: back to {1}</source>
        <translation>{0}：恢复为 {1}</translation>
    </message>
    <message>
        <source>Changed.</source>
        <translation>已更改。</translation>
    </message>
    <message>
        <source>This key is as delivered.</source>
        <translation>此按键已恢复默认。</translation>
    </message>
    <message>
        <source>All keys are as delivered.</source>
        <translation>所有按键已恢复默认。</translation>
    </message>
</context>
<context>
    <name>ListRow</name>
    <message>
        <source>New entry: {0}</source>
        <translation>新条目：{0}</translation>
    </message>
    <message>
        <source>Take the chosen entry out</source>
        <translation>移除所选条目</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>A pattern that starts with # is a comment.</source>
        <translation>以 # 开头的模式是注释。</translation>
    </message>
    <message>
        <source>This is no pattern of gitignore's kind.</source>
        <translation>这不是 gitignore 格式的模式。</translation>
    </message>
    <message>
        <source>Move the chosen rule up</source>
        <translation>上移所选规则</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>NoteSearch</source>
        <translation>NoteSearch</translation>
    </message>
    <message>
        <source>Trace ({trace})</source>
        <translation>过程 ({trace})</translation>
    </message>
    <message>
        <source>Settings ({settings})</source>
        <translation>设置 ({settings})</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
</context>
<context>
    <name>ModelBox</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Pause learning meaning</source>
        <translation>暂停学习含义</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>{0}, {1} dimensions, knows {2}. {3} of your notes are learned.</source>
        <translation>{0}，{1} 维，支持 {2}。已学习你笔记的 {3}。</translation>
    </message>
    <message>
        <source>The model is loading …</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Checking and converting {0} …</source>
        <translation>正在检查并转换 {0}…</translation>
    </message>
    <message>
        <source>Fetching {0}: {1} of {2} MB</source>
        <translation>正在下载 {0}：{1} / {2} MB</translation>
    </message>
    <message>
        <source>Asking for {0} …</source>
        <translation>正在请求 {0}…</translation>
    </message>
    <message>
        <source>None: words only</source>
        <translation>无：只按字词</translation>
    </message>
    <message>
        <source>Delete {0} from this computer</source>
        <translation>从这台电脑删除 {0}</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>about 100 languages</source>
        <translation>约 100 种语言</translation>
    </message>
    <message>
        <source>Get {0}: {1}, {2} MB</source>
        <translation>获取 {0}：{1}，{2} MB</translation>
    </message>
    <message>
        <source>{0} ★</source>
        <translation>{0} ★</translation>
    </message>
</context>
<context>
    <name>Moves</name>
    <message>
        <source>Nothing moves in these results.</source>
        <translation>这些结果中没有移动。</translation>
    </message>
    <message>
        <source>Search to see what moves.</source>
        <translation>搜索后可看到哪些结果会移动。</translation>
    </message>
</context>
<context>
    <name>NoteView</name>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
</context>
<context>
    <name>OutlineButton</name>
    <message>
        <source>Outline ({outline})</source>
        <translation>大纲 ({outline})</translation>
    </message>
</context>
<context>
    <name>Presence</name>
    <message>
        <source>This link says nothing that NoteSearch knows.</source>
        <translation>NoteSearch 无法识别此链接。</translation>
    </message>
    <message>
        <source>The link names a vault that has not been opened here: {0}</source>
        <translation>链接中的笔记库从未在此打开过：{0}</translation>
    </message>
    <message>
        <source>Starting at login cannot be changed. {0}</source>
        <translation>无法更改登录时启动。{0}</translation>
    </message>
</context>
<context>
    <name>PreviewPane</name>
    <message>
        <source>Back ({back})</source>
        <translation>后退 ({back})</translation>
    </message>
    <message>
        <source>Forward ({forward})</source>
        <translation>前进 ({forward})</translation>
    </message>
    <message>
        <source>Previous hit ({previous_hit})</source>
        <translation>上一处 ({previous_hit})</translation>
    </message>
    <message>
        <source>Next hit ({next_hit})</source>
        <translation>下一处 ({next_hit})</translation>
    </message>
    <message>
        <source>Open the note (Enter)</source>
        <translation>打开笔记 (Enter)</translation>
    </message>
    <message>
        <source>changed since it was indexed</source>
        <translation>索引之后有改动</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>第 {0} 处，共 {1} 处</translation>
    </message>
    <message>
        <source>1 hit</source>
        <translation>1 处匹配</translation>
    </message>
    <message>
        <source>{0} hits</source>
        <translation>{0} 处匹配</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>Results</name>
    <message>
        <source>lines {0} to {1}</source>
        <translation>第 {0} 至 {1} 行</translation>
    </message>
    <message>
        <source>Only weak matches: nothing comes close to what you typed</source>
        <translation>只有较弱的匹配：没有接近所输入内容的结果</translation>
    </message>
    <message>
        <source>Weak matches</source>
        <translation>弱匹配</translation>
    </message>
    <message>
        <source>Sure matches, ranked lower</source>
        <translation>可靠的匹配，但排名较低</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>第 {0} 处，共 {1} 处</translation>
    </message>
    <message>
        <source>show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>{0} more in this note</source>
        <translation>这篇笔记中还有 {0} 处</translation>
    </message>
</context>
<context>
    <name>RuleTest</name>
    <message>
        <source>Try a path: Journal/2026-03-01.md</source>
        <translation>试一个路径：Journal/2026-03-01.md</translation>
    </message>
    <message>
        <source>Path to try</source>
        <translation>要试的路径</translation>
    </message>
    <message>
        <source>the rule {0}</source>
        <translation>规则 {0}</translation>
    </message>
    <message>
        <source>it lies in a global folder</source>
        <translation>它位于全局文件夹中</translation>
    </message>
    <message>
        <source>its name starts with a date</source>
        <translation>其名称以日期开头</translation>
    </message>
    <message>
        <source>it is named MEMORY.md</source>
        <translation>其名称为 MEMORY.md</translation>
    </message>
    <message>
        <source>no rule matches</source>
        <translation>没有匹配的规则</translation>
    </message>
    <message>
        <source>{0}: {1}. Front matter with “source:” goes first.</source>
        <translation>{0}：{1}。文首属性中的“source:”优先。</translation>
    </message>
</context>
<context>
    <name>RulesRow</name>
    <message>
        <source>Kind of the notes that match</source>
        <translation>匹配笔记的类型</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>Search your notes</source>
        <translation>搜索你的笔记</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Keep this question</source>
        <translation>收藏此查询</translation>
    </message>
    <message>
        <source>Kept questions ({star})</source>
        <translation>已收藏的查询 ({star})</translation>
    </message>
    <message>
        <source>Forget this question ({star})</source>
        <translation>取消收藏此查询 ({star})</translation>
    </message>
    <message>
        <source>Keep this question ({star})</source>
        <translation>收藏此查询 ({star})</translation>
    </message>
    <message>
        <source>No question is kept yet</source>
        <translation>还没有收藏的查询</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>There is no note “{0}” in this vault.</source>
        <translation>笔记库中没有“{0}”这篇笔记。</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Reset to the default</source>
        <translation>恢复默认值</translation>
    </message>
</context>
<context>
    <name>SettingsPanel</name>
    <message>
        <source>Undo the last change</source>
        <translation>撤销上一次更改</translation>
    </message>
    <message>
        <source>Forget what I opened</source>
        <translation>忘记我打开过的笔记</translation>
    </message>
    <message>
        <source>Forgotten</source>
        <translation>已忘记</translation>
    </message>
    <message>
        <source>Variety</source>
        <translation>多样性</translation>
    </message>
    <message>
        <source>Re-rank so that near-duplicates make room. 1 is relevance alone, 0 variety alone.</source>
        <translation>重新排序，为相近的重复内容让位。1 只看相关性，0 只看多样性。</translation>
    </message>
    <message>
        <source>Vary the results (MMR)</source>
        <translation>使结果多样化 (MMR)</translation>
    </message>
    <message>
        <source> d</source>
        <translation> 天</translation>
    </message>
    <message>
        <source>Lambda</source>
        <translation>Lambda</translation>
    </message>
    <message>
        <source>Age of journal notes</source>
        <translation>日记的新旧</translation>
    </message>
    <message>
        <source>Dated notes count less as they age, never below the floor.</source>
        <translation>带日期的笔记随时间降权，但不低于下限。</translation>
    </message>
    <message>
        <source>Older journal notes rank lower</source>
        <translation>较旧的日记排名较低</translation>
    </message>
    <message>
        <source>Half-life</source>
        <translation>半衰期</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>Words and meaning</source>
        <translation>字词与含义</translation>
    </message>
    <message>
        <source>How much each counts where both found a passage.</source>
        <translation>两者都找到某段时，各占多少。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>字词</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>The factor for each kind of note.</source>
        <translation>每类笔记的系数。</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Evergreen</source>
        <translation>常青</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>结果数</translation>
    </message>
    <message>
        <source>Lowest score</source>
        <translation>最低得分</translation>
    </message>
    <message>
        <source>Notes that I opened rank higher</source>
        <translation>我打开过的笔记排名更高</translation>
    </message>
    <message>
        <source>Model for meaning</source>
        <translation>理解含义的模型</translation>
    </message>
    <message>
        <source>Runs on this computer. Without one, NoteSearch searches by words.</source>
        <translation>在本机运行。没有模型时，NoteSearch 按字词搜索。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Unload when idle for (minutes)</source>
        <translation>闲置后卸载（分钟）</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>This window</source>
        <translation>这个窗口</translation>
    </message>
    <message>
        <source>Which files are notes, and of which kind. Patterns are written as in .gitignore.</source>
        <translation>哪些文件算笔记、属于哪一类。模式的写法与 .gitignore 相同。</translation>
    </message>
    <message>
        <source>This vault</source>
        <translation>此笔记库</translation>
    </message>
    <message>
        <source>Close ({settings})</source>
        <translation>关闭 ({settings})</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>Setup</name>
    <message>
        <source>{0} · NoteSearch</source>
        <translation>{0} · NoteSearch</translation>
    </message>
    <message>
        <source>Delete the model {0} from this computer?</source>
        <translation>要从这台电脑删除模型 {0} 吗？</translation>
    </message>
    <message>
        <source>What was learned with it stays until another model is chosen.</source>
        <translation>已学习的内容会保留，直到选择其他模型。</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>Journal</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Evergreen</source>
        <translation>常青</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Found on this computer</source>
        <translation>在本机找到</translation>
    </message>
    <message>
        <source>Choose a folder …</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Try the sample notes</source>
        <translation>试用示例笔记</translation>
    </message>
    <message>
        <source>Choose the folder with your notes</source>
        <translation>选择存放笔记的文件夹</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>打开 {0}</translation>
    </message>
    <message>
        <source>Find the passage you mean</source>
        <translation>找到你想要的那一段</translation>
    </message>
    <message>
        <source>NoteSearch looks through a folder of Markdown notes by words and by meaning. It only reads your notes, and nothing leaves this computer.</source>
        <translation>NoteSearch 按字词和含义搜索一个 Markdown 笔记文件夹。它只读取你的笔记，任何内容都不会离开这台电脑。</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>Opening your notes …</source>
        <translation>正在打开你的笔记…</translation>
    </message>
    <message>
        <source>{0}
You can still search what was read before.</source>
        <translation>{0}
仍可搜索之前读取过的内容。</translation>
    </message>
    <message>
        <source>Vault offline</source>
        <translation>笔记库不可用</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>再找一次</translation>
    </message>
    <message>
        <source>Reading your notes</source>
        <translation>正在读取你的笔记</translation>
    </message>
    <message>
        <source>You can search while they are being read.</source>
        <translation>读取期间也可以搜索。</translation>
    </message>
    <message>
        <source>There are no Markdown notes in this folder yet.</source>
        <translation>这个文件夹里还没有 Markdown 笔记。</translation>
    </message>
    <message>
        <source>No notes</source>
        <translation>没有笔记</translation>
    </message>
    <message>
        <source>Open another vault</source>
        <translation>打开其他笔记库</translation>
    </message>
    <message>
        <source>Search {0} notes</source>
        <translation>搜索 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Type a few words you remember, or say what it was about.
{keys} lists the keys, {settings} opens the settings.</source>
        <translation>输入记得的几个词，或者说说内容是关于什么的。
{keys} 列出按键，{settings} 打开设置。</translation>
    </message>
    <message>
        <source>Words are found already. With a model, notes are found by their meaning too.</source>
        <translation>现在已能按字词查找。有了模型，还能按含义查找。</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Looking by meaning …</source>
        <translation>正在按含义查找…</translation>
    </message>
    <message>
        <source>No note has these words.</source>
        <translation>没有笔记含有这些字词。</translation>
    </message>
    <message>
        <source>Try fewer or other words, or check the spelling.</source>
        <translation>试试更少或其他的词，或检查拼写。</translation>
    </message>
    <message>
        <source>NoteSearch only reads your notes: write a new one in your editor.</source>
        <translation>NoteSearch 只读取笔记：请在你的编辑器中新建笔记。</translation>
    </message>
    <message>
        <source>{0} notes are still being read.</source>
        <translation>还有 {0} 篇笔记正在读取。</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>Nothing found for {0}</source>
        <translation>没有找到 {0}</translation>
    </message>
    <message>
        <source>Search without filters</source>
        <translation>不带筛选搜索</translation>
    </message>
    <message>
        <source>Only words were searched. A model finds meaning too.</source>
        <translation>只搜索了字词。模型还能按含义查找。</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>搜索失败</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Vault offline</source>
        <translation>笔记库离线</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Remove them</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>再找一次</translation>
    </message>
    <message>
        <source>Which notes are indexed ({coverage})</source>
        <translation>哪些笔记已建立索引 ({coverage})</translation>
    </message>
    <message>
        <source>Words and meaning</source>
        <translation>字词与含义</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>仅字词</translation>
    </message>
    <message>
        <source>Meaning only</source>
        <translation>仅含义</translation>
    </message>
    <message>
        <source>Words, meaning to come …</source>
        <translation>先按字词，含义稍后…</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 篇笔记</translation>
    </message>
    <message>
        <source>{0} notes</source>
        <translation>{0} 篇笔记</translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{0}，用时 {1}</translation>
    </message>
    <message>
        <source>1 file not indexed</source>
        <translation>1 个文件未建立索引</translation>
    </message>
    <message>
        <source>{0} files not indexed</source>
        <translation>{0} 个文件未建立索引</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>覆盖情况</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>{0} notes are gone. Remove them from the index?</source>
        <translation>有 {0} 篇笔记不见了。要从索引中移除吗？</translation>
    </message>
    <message>
        <source>Reading notes: {0} of {1}</source>
        <translation>正在读取笔记：{0} / {1}</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Learning meaning: {0}</source>
        <translation>正在学习含义：{0}</translation>
    </message>
</context>
<context>
    <name>Told</name>
    <message>
        <source>no model: none has been chosen</source>
        <translation>没有模型：尚未选择</translation>
    </message>
    <message>
        <source>no vector extension: sqlite-vec cannot be loaded ({0})</source>
        <translation>没有向量扩展：无法加载 sqlite-vec（{0}）</translation>
    </message>
    <message>
        <source>model missing: {0} cannot be opened ({1})</source>
        <translation>模型缺失：无法打开 {0}（{1}）</translation>
    </message>
    <message>
        <source>model damaged: {0} has changed since it was checked; install or choose it again</source>
        <translation>模型损坏：{0} 在检查后发生了变化，请重新安装或选择</translation>
    </message>
    <message>
        <source>model damaged: {0} is not a GGUF file</source>
        <translation>模型损坏：{0} 不是 GGUF 文件</translation>
    </message>
    <message>
        <source>model damaged: {0}</source>
        <translation>模型损坏：{0}</translation>
    </message>
    <message>
        <source>model stopped: {0}</source>
        <translation>模型已停止：{0}</translation>
    </message>
    <message>
        <source>timeout: no answer within {0} s</source>
        <translation>超时：{0} 秒内没有回应</translation>
    </message>
    <message>
        <source>not installed: llama-cpp-python is missing; install it with: {0}</source>
        <translation>未安装：缺少 llama-cpp-python，安装命令：{0}</translation>
    </message>
    <message>
        <source>not installed: {0} missing; install it with: {1}</source>
        <translation>未安装：缺少 {0}，安装命令：{1}</translation>
    </message>
    <message>
        <source>not installed: llama-cpp-python does not start: {0}</source>
        <translation>未安装：llama-cpp-python 无法启动：{0}</translation>
    </message>
    <message>
        <source>its package is not installed</source>
        <translation>未安装它的软件包</translation>
    </message>
    <message>
        <source>query embedding failed: {0}</source>
        <translation>问题向量化失败：{0}</translation>
    </message>
    <message>
        <source>language not known: this model knows {0}, the query is in {1}</source>
        <translation>语言不支持：此模型支持{0}，而问题使用{1}</translation>
    </message>
    <message>
        <source>rebuilding: there are no vectors of this model yet</source>
        <translation>重建中：还没有此模型的向量</translation>
    </message>
    <message>
        <source>rebuilding: no vectors of this model yet</source>
        <translation>重建中：还没有此模型的向量</translation>
    </message>
    <message>
        <source>rebuilding: the model before answers until every chunk has a vector of the new one</source>
        <translation>重建中：在每个片段都有新模型的向量之前，由原来的模型作答</translation>
    </message>
    <message>
        <source>embedding: {0} of {1} chunks have vectors</source>
        <translation>学习中：{1} 个片段中已有 {0} 个向量</translation>
    </message>
    <message>
        <source>embedding: no chunk has a vector yet</source>
        <translation>学习中：还没有任何向量</translation>
    </message>
    <message>
        <source>not started: the model is loaded when it is needed</source>
        <translation>未启动：模型会在需要时加载</translation>
    </message>
    <message>
        <source>loading: the model is being loaded</source>
        <translation>加载中：正在加载模型</translation>
    </message>
    <message>
        <source>asleep: the model was not needed for a while and is loaded again when it is</source>
        <translation>休眠：模型有一段时间没有用到，需要时会重新加载</translation>
    </message>
    <message>
        <source>closed: the model is not in use any more</source>
        <translation>已关闭：不再使用此模型</translation>
    </message>
    <message>
        <source>model stopped: {0}; {1}</source>
        <translation>模型已停止：{0}，{1}</translation>
    </message>
    <message>
        <source>it is started again in {0} s</source>
        <translation>{0} 秒后重新启动</translation>
    </message>
    <message>
        <source>it was started again {0} times; restart NoteSearch or choose another model</source>
        <translation>已重新启动 {0} 次，请重启 NoteSearch 或选择其他模型</translation>
    </message>
    <message>
        <source>it ended while it was loaded</source>
        <translation>它在加载时退出</translation>
    </message>
    <message>
        <source>it ended with code {0}</source>
        <translation>它已退出，代码 {0}</translation>
    </message>
    <message>
        <source>it was ended by {0}</source>
        <translation>它被 {0} 终止</translation>
    </message>
    <message>
        <source>it does not end</source>
        <translation>它无法结束</translation>
    </message>
    <message>
        <source>it gave no sign of life for {0} s</source>
        <translation>它已有 {0} 秒没有响应</translation>
    </message>
    <message>
        <source>its process cannot be started ({0})</source>
        <translation>无法启动它的进程（{0}）</translation>
    </message>
    <message>
        <source>model damaged: {0}.gguf: {1}</source>
        <translation>模型损坏：{0}.gguf：{1}</translation>
    </message>
    <message>
        <source>model damaged: {0} is not what was installed</source>
        <translation>模型损坏：{0} 已不是当初安装的文件</translation>
    </message>
    <message>
        <source>model damaged: {0} is not a file</source>
        <translation>模型损坏：{0} 不是文件</translation>
    </message>
    <message>
        <source>model damaged: llama.cpp cannot load {0}: {1}</source>
        <translation>模型损坏：llama.cpp 无法加载 {0}：{1}</translation>
    </message>
    <message>
        <source>llama.cpp cannot load {0}: {1}</source>
        <translation>llama.cpp 无法加载 {0}：{1}</translation>
    </message>
    <message>
        <source>llama.cpp cannot run this model: {0}</source>
        <translation>llama.cpp 无法运行此模型：{0}</translation>
    </message>
    <message>
        <source>llama.cpp refused the text ({0})</source>
        <translation>llama.cpp 拒绝处理这段文字（{0}）</translation>
    </message>
    <message>
        <source>this is not an embedding model; a chat model cannot be used</source>
        <translation>这不是嵌入模型，不能使用聊天模型</translation>
    </message>
    <message>
        <source>its vectors have {0} numbers, {1} were expected</source>
        <translation>它的向量有 {0} 个数，应为 {1} 个</translation>
    </message>
    <message>
        <source>a trial text could not be embedded: {0}</source>
        <translation>无法将试验文字向量化：{0}</translation>
    </message>
    <message>
        <source>it could not be loaded within {0} s</source>
        <translation>未能在 {0} 秒内加载</translation>
    </message>
    <message>
        <source>the process that loaded it broke down: {0}</source>
        <translation>加载它的进程崩溃：{0}</translation>
    </message>
    <message>
        <source>the model returned no usable vector</source>
        <translation>模型没有给出可用的向量</translation>
    </message>
    <message>
        <source>the text could not be split into tokens</source>
        <translation>无法将文字切分为词元</translation>
    </message>
    <message>
        <source>the text has no tokens</source>
        <translation>这段文字没有词元</translation>
    </message>
    <message>
        <source>it gives no reason</source>
        <translation>没有说明原因</translation>
    </message>
    <message>
        <source>{0} cannot be installed: {1}</source>
        <translation>无法安装 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} cannot be installed in {1}: {2}</source>
        <translation>无法将 {0} 安装到 {1}：{2}</translation>
    </message>
    <message>
        <source>disk full while downloading {0} MB</source>
        <translation>下载 {0} MB 时磁盘已满</translation>
    </message>
    <message>
        <source>the download does not have the expected SHA-256; the package index or mirror serves another file</source>
        <translation>下载内容的 SHA-256 不符，软件包索引或镜像提供的是另一个文件</translation>
    </message>
    <message>
        <source>the download was cut off or damaged; try again</source>
        <translation>下载中断或已损坏，请重试</translation>
    </message>
    <message>
        <source>no connection to the package index; check the network, or pip's proxy and index settings</source>
        <translation>无法连接软件包索引，请检查网络，或 pip 的代理与索引设置</translation>
    </message>
    <message>
        <source>the package index that pip is set up for does not have {0}</source>
        <translation>pip 所用的软件包索引中没有 {0}</translation>
    </message>
    <message>
        <source>pip failed: {0}</source>
        <translation>pip 失败：{0}</translation>
    </message>
    <message>
        <source>pip ended with code {0}</source>
        <translation>pip 已退出，代码 {0}</translation>
    </message>
    <message>
        <source>pip left no wheel</source>
        <translation>pip 没有留下 wheel 文件</translation>
    </message>
    <message>
        <source>it gave no reason</source>
        <translation>没有说明原因</translation>
    </message>
    <message>
        <source>disk full: installing {0} needs {1} MB in {2}, {3} MB are free</source>
        <translation>磁盘已满：安装 {0} 需要在 {2} 中占用 {1} MB，现有 {3} MB 可用</translation>
    </message>
    <message>
        <source>a model is already being installed; wait until that is done</source>
        <translation>已有一个模型正在安装，请等它完成</translation>
    </message>
    <message>
        <source>the converted {0} does not have the expected SHA-256; please report this</source>
        <translation>转换后的 {0} 的 SHA-256 不符，请报告此问题</translation>
    </message>
    <message>
        <source>the download of {0} is cut off or damaged ({1}); try again</source>
        <translation>{0} 的下载中断或已损坏（{1}），请重试</translation>
    </message>
    <message>
        <source>{0} in the download of {1} does not have the expected SHA-256</source>
        <translation>{1} 下载内容中 {0} 的 SHA-256 不符</translation>
    </message>
    <message>
        <source>converting {0} was broken off; is there enough memory?</source>
        <translation>转换 {0} 时中断，内存是否足够？</translation>
    </message>
    <message>
        <source>meaning only was asked for</source>
        <translation>只要求按含义搜索</translation>
    </message>
    <message>
        <source>keyword only was asked for</source>
        <translation>只要求按词语搜索</translation>
    </message>
    <message>
        <source>keyword only</source>
        <translation>仅词语</translation>
    </message>
    <message>
        <source>no words to embed</source>
        <translation>没有可供学习的词</translation>
    </message>
    <message>
        <source>no words</source>
        <translation>没有词</translation>
    </message>
    <message>
        <source>no query vector</source>
        <translation>没有问题向量</translation>
    </message>
    <message>
        <source>showing results for {0}</source>
        <translation>显示“{0}”的结果</translation>
    </message>
    <message>
        <source>{0} changed notes are being indexed</source>
        <translation>正在为 {0} 篇有改动的笔记建立索引</translation>
    </message>
    <message>
        <source>not asked for</source>
        <translation>未要求</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未进行到这一步</translation>
    </message>
    <message>
        <source>off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>{0} needs a value right after the colon; it was searched as text</source>
        <translation>{0} 的冒号后需要紧跟内容，已按文字搜索</translation>
    </message>
    <message>
        <source>there is no operator {0} ; it was searched as text</source>
        <translation>没有运算符 {0}，已按文字搜索</translation>
    </message>
    <message>
        <source>no note has the tag {0}; it was searched as text</source>
        <translation>没有笔记带有标签 {0}，已按文字搜索</translation>
    </message>
    <message>
        <source>no note has the property {0}; it was searched as text</source>
        <translation>没有笔记带有属性 {0}，已按文字搜索</translation>
    </message>
    <message>
        <source>{0} was searched as text; {1}</source>
        <translation>{0} 已按文字搜索；{1}</translation>
    </message>
    <message>
        <source>{0} was searched as text</source>
        <translation>{0} 已按文字搜索</translation>
    </message>
    <message>
        <source>to leave a word out, put a minus before it: -word</source>
        <translation>要排除某个词，请在前面加减号：-词</translation>
    </message>
    <message>
        <source>what must be there stands in quotes: "word"</source>
        <translation>必须出现的内容请加引号："词"</translation>
    </message>
    <message>
        <source>either of two words is: one OR other</source>
        <translation>两者之一请写：甲 OR 乙</translation>
    </message>
    <message>
        <source>a quotation mark has no partner; it was passed over</source>
        <translation>引号没有配对，已忽略</translation>
    </message>
    <message>
        <source>only the first {0} characters were searched</source>
        <translation>只搜索了前 {0} 个字符</translation>
    </message>
    <message>
        <source>No note has the quoted words as they stand; these have some of the words.</source>
        <translation>没有笔记与引号中的内容完全一致，以下笔记含有其中部分词语。</translation>
    </message>
    <message>
        <source>the file is gone</source>
        <translation>文件已不存在</translation>
    </message>
    <message>
        <source>not text</source>
        <translation>不是文本</translation>
    </message>
    <message>
        <source>no permission to read it</source>
        <translation>没有读取权限</translation>
    </message>
    <message>
        <source>kept in the cloud and not downloaded to this computer, or locked by another program</source>
        <translation>保存在云端而未下载到此电脑，或被其他程序锁定</translation>
    </message>
    <message>
        <source>kept in the cloud and not downloaded to this computer</source>
        <translation>保存在云端而未下载到此电脑</translation>
    </message>
    <message>
        <source>the disk or network reports an error</source>
        <translation>磁盘或网络报告错误</translation>
    </message>
    <message>
        <source>a link that leads in a circle</source>
        <translation>循环的链接</translation>
    </message>
    <message>
        <source>a link that leads nowhere or in a circle</source>
        <translation>失效或循环的链接</translation>
    </message>
    <message>
        <source>a link out of the vault, which is not followed (see the setting follow_symlinks)</source>
        <translation>指向笔记库之外的链接，不予跟随（见设置 follow_symlinks）</translation>
    </message>
    <message>
        <source>a link to a note that is indexed under its own name</source>
        <translation>指向已按本名索引的笔记的链接</translation>
    </message>
    <message>
        <source>not a regular file (a pipe, socket or device); it is never opened</source>
        <translation>不是普通文件（管道、套接字或设备），不会打开</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>this folder cannot be read ({0})</source>
        <translation>无法读取此文件夹（{0}）</translation>
    </message>
    <message>
        <source>this folder holds none of the known notes ({0})</source>
        <translation>此文件夹中没有任何已知笔记（{0}）</translation>
    </message>
    <message>
        <source>cannot be read ({0})</source>
        <translation>无法读取（{0}）</translation>
    </message>
    <message>
        <source>reading it took longer than {0} seconds</source>
        <translation>读取超过 {0} 秒</translation>
    </message>
    <message>
        <source>the process that read it was ended</source>
        <translation>读取它的进程已被终止</translation>
    </message>
    <message>
        <source>Vault offline: {0} cannot be read ({1})</source>
        <translation>笔记库离线：无法读取 {0}（{1}）</translation>
    </message>
    <message>
        <source>Vault offline: {0} holds none of the known notes ({1})</source>
        <translation>笔记库离线：{0} 中没有任何已知笔记（{1}）</translation>
    </message>
    <message>
        <source>Vault offline: {0} was replaced while it was read</source>
        <translation>笔记库离线：{0} 在读取时被替换</translation>
    </message>
    <message>
        <source>{0} holds none of the known notes ({1})</source>
        <translation>{0} 中没有任何已知笔记（{1}）</translation>
    </message>
    <message>
        <source>{0} was replaced while it was read</source>
        <translation>{0} 在读取时被替换</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1})</source>
        <translation>无法读取 {0}（{1}）</translation>
    </message>
    <message>
        <source>another folder lies in its place</source>
        <translation>原位置是另一个文件夹</translation>
    </message>
    <message>
        <source>it holds no notes; is it mounted?</source>
        <translation>其中没有笔记，是否已挂载？</translation>
    </message>
    <message>
        <source>Watching by polling: {0} folders do not tell of all changes</source>
        <translation>定时检查改动：{0} 文件夹不会通报全部改动</translation>
    </message>
    <message>
        <source>Watching by polling: {0}</source>
        <translation>定时检查改动：{0}</translation>
    </message>
    <message>
        <source>the system's limit of watched folders is reached (fs.inotify.max_user_watches)</source>
        <translation>已达到系统监视文件夹数量的上限（fs.inotify.max_user_watches）</translation>
    </message>
    <message>
        <source>the system's limit of watchers is reached (fs.inotify.max_user_instances)</source>
        <translation>已达到系统监视器数量的上限（fs.inotify.max_user_instances）</translation>
    </message>
    <message>
        <source>this system cannot watch folders ({0})</source>
        <translation>此系统无法监视文件夹（{0}）</translation>
    </message>
    <message>
        <source>{0} lies in the vault {1}, where nothing is ever written; name another folder.</source>
        <translation>{0} 位于笔记库 {1} 之内，而那里绝不写入任何内容，请指定其他文件夹。</translation>
    </message>
    <message>
        <source>The sample notes cannot be copied to {0}: {1}.</source>
        <translation>无法将示例笔记复制到 {0}：{1}。</translation>
    </message>
    <message>
        <source>This note is gone: it was removed since the search. Search again.</source>
        <translation>这篇笔记已不存在：搜索之后它被删除了。请重新搜索。</translation>
    </message>
    <message>
        <source>The index was damaged; it was set aside as {0} and is being built again.</source>
        <translation>索引已损坏，已另存为 {0}，正在重建。</translation>
    </message>
    <message>
        <source>The index was damaged; it was set aside as {0} and is being built again. {1}</source>
        <translation>索引已损坏，已另存为 {0}，正在重建。{1}</translation>
    </message>
    <message>
        <source>The record of opened notes was damaged; it was set aside as {0}.</source>
        <translation>打开记录已损坏，已另存为 {0}。</translation>
    </message>
    <message>
        <source>The index {0} is damaged ({1}).</source>
        <translation>索引 {0} 已损坏（{1}）。</translation>
    </message>
    <message>
        <source>The index {0} is damaged ({1}). It was still being built, and is begun again.</source>
        <translation>索引 {0} 已损坏（{1}）。它尚未建完，正在重新开始。</translation>
    </message>
    <message>
        <source>The index {0} cannot be opened: {1}.</source>
        <translation>无法打开索引 {0}：{1}。</translation>
    </message>
    <message>
        <source>The index is damaged. {0} It is made anew there.</source>
        <translation>索引已损坏。{0}它会在那里重建。</translation>
    </message>
    <message>
        <source>Another NoteSearch is keeping this index up to date.</source>
        <translation>另一个 NoteSearch 正在维护此索引。</translation>
    </message>
    <message>
        <source>{0} Nothing was changed here.</source>
        <translation>{0}这里没有做任何改动。</translation>
    </message>
    <message>
        <source>The index folder {0} cannot be written: {1}.</source>
        <translation>无法写入索引文件夹 {0}：{1}。</translation>
    </message>
    <message>
        <source>The disk is full: {0} has no room for the index</source>
        <translation>磁盘已满：{0} 放不下索引</translation>
    </message>
    <message>
        <source>The index folder {0} cannot be written ({1})</source>
        <translation>无法写入索引文件夹 {0}（{1}）</translation>
    </message>
    <message>
        <source>The disk reports an error on {0} ({1})</source>
        <translation>磁盘报告 {0} 出错（{1}）</translation>
    </message>
    <message>
        <source>{0}. Searches go over what is indexed; it is tried again.</source>
        <translation>{0}。可搜索已索引的内容，稍后会再试。</translation>
    </message>
    <message>
        <source>Another program keeps {0} busy; it is tried again in a while.</source>
        <translation>另一个程序正在占用 {0}，稍后会再试。</translation>
    </message>
    <message>
        <source>{0} was written by a newer NoteSearch: update the program.</source>
        <translation>{0} 由更新版本的 NoteSearch 写入，请更新程序。</translation>
    </message>
    <message>
        <source>The index was written by a newer NoteSearch (schema {0}, this one knows {1}): update the program, or remove the index to have it built again.</source>
        <translation>索引由更新版本的 NoteSearch 写入（结构版本 {0}，本程序支持到 {1}）：请更新程序，或删除索引以便重建。</translation>
    </message>
    <message>
        <source>The index was made by another version of NoteSearch or with another chunk size. Until it is built again some words may not be found.</source>
        <translation>索引由其他版本的 NoteSearch 或以其他片段大小建立。在重建完成之前，有些词可能搜不到。</translation>
    </message>
    <message>
        <source>The settings in {0} do not all count: {1}.</source>
        <translation>{0} 中的设置未全部生效：{1}。</translation>
    </message>
    <message>
        <source>Bengali</source>
        <translation>孟加拉文</translation>
    </message>
    <message>
        <source>Tamil</source>
        <translation>泰米尔文</translation>
    </message>
    <message>
        <source>Telugu</source>
        <translation>泰卢固文</translation>
    </message>
    <message>
        <source>Georgian</source>
        <translation>格鲁吉亚文</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>亚美尼亚文</translation>
    </message>
    <message>
        <source>Khmer</source>
        <translation>高棉文</translation>
    </message>
    <message>
        <source>Lao</source>
        <translation>老挝文</translation>
    </message>
    <message>
        <source>Myanmar</source>
        <translation>缅甸文</translation>
    </message>
    <message>
        <source>Ethiopic</source>
        <translation>埃塞俄比亚文</translation>
    </message>
    <message>
        <source>Tibetan</source>
        <translation>藏文</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>拉丁文</translation>
    </message>
    <message>
        <source>Emoji</source>
        <translation>表情符号</translation>
    </message>
    <message>
        <source>Another</source>
        <translation>其他文字</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>{0} is not a folder that can be opened.</source>
        <translation>{0} 不是可以打开的文件夹。</translation>
    </message>
    <message>
        <source>No vault is open. Choose one first.</source>
        <translation>没有打开的笔记库，请先选择。</translation>
    </message>
    <message>
        <source>there is no section [{0}]</source>
        <translation>没有 [{0}] 这一节</translation>
    </message>
    <message>
        <source>[{0}] must be a table</source>
        <translation>[{0}] 必须是一个表</translation>
    </message>
    <message>
        <source>there is no setting {0}</source>
        <translation>没有 {0} 这项设置</translation>
    </message>
    <message>
        <source>setting {0} is not valid: {1}</source>
        <translation>设置 {0} 无效：{1}</translation>
    </message>
    <message>
        <source>it must be {0}, at least {1}</source>
        <translation>必须是{0}，且不小于 {1}</translation>
    </message>
    <message>
        <source>it must be {0}, at most {1}</source>
        <translation>必须是{0}，且不大于 {1}</translation>
    </message>
    <message>
        <source>it must be {0}, over {1}</source>
        <translation>必须是{0}，且大于 {1}</translation>
    </message>
    <message>
        <source>it must be {0}, under {1}</source>
        <translation>必须是{0}，且小于 {1}</translation>
    </message>
    <message>
        <source>it must be {0}</source>
        <translation>必须是{0}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>a list such as ["one", "two"]</source>
        <translation>列表，例如 ["one", "two"]</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>it is not TOML ({0})</source>
        <translation>不是 TOML（{0}）</translation>
    </message>
    <message>
        <source>it cannot be read (it is not a file)</source>
        <translation>无法读取（不是文件）</translation>
    </message>
    <message>
        <source>it cannot be read ({0})</source>
        <translation>无法读取（{0}）</translation>
    </message>
    <message>
        <source>settings can only hold names that are UTF-8: {0}</source>
        <translation>设置中的名称只能是 UTF-8：{0}</translation>
    </message>
    <message>
        <source>settings cannot be written to {0}: {1}.</source>
        <translation>无法将设置写入 {0}：{1}。</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>文件或文件夹不存在</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备没有剩余空间</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许此操作</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源正忙</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>Transport endpoint is not connected</source>
        <translation>传输端点未连接</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>Host is down</source>
        <translation>主机已关闭</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>连接超时</translation>
    </message>
    <message>
        <source>Han</source>
        <translation>汉字</translation>
    </message>
    <message>
        <source>Hiragana</source>
        <translation>平假名</translation>
    </message>
    <message>
        <source>Katakana</source>
        <translation>片假名</translation>
    </message>
    <message>
        <source>Hangul</source>
        <translation>谚文</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰文</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里尔文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来文</translation>
    </message>
    <message>
        <source>Devanagari</source>
        <translation>天城文</translation>
    </message>
    <message>
        <source>Chinese and English</source>
        <translation>中文和英语</translation>
    </message>
    <message>
        <source>English and some other European languages</source>
        <translation>英语和一些其他欧洲语言</translation>
    </message>
    <message>
        <source>all languages</source>
        <translation>所有语言</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
</context>
<context>
    <name>Trace</name>
    <message>
        <source>Bring the index up to date</source>
        <translation>更新索引</translation>
    </message>
    <message>
        <source>Find words</source>
        <translation>查找字词</translation>
    </message>
    <message>
        <source>Add evergreen notes</source>
        <translation>补充常青笔记</translation>
    </message>
    <message>
        <source>Embed the question</source>
        <translation>计算查询向量</translation>
    </message>
    <message>
        <source>Find meaning</source>
        <translation>查找含义</translation>
    </message>
    <message>
        <source>Merge both</source>
        <translation>合并两者</translation>
    </message>
    <message>
        <source>Weigh age, source, opens</source>
        <translation>按新旧、来源、打开加权</translation>
    </message>
    <message>
        <source>Drop weak, group by note</source>
        <translation>去掉过低的，按笔记归组</translation>
    </message>
    <message>
        <source>Re-rank for diversity</source>
        <translation>多样性重排</translation>
    </message>
    <message>
        <source>Cut to the wanted number</source>
        <translation>截取所需数量</translation>
    </message>
</context>
<context>
    <name>TracePanel</name>
    <message>
        <source>Trace</source>
        <translation>过程</translation>
    </message>
    <message>
        <source>Close ({trace})</source>
        <translation>关闭 ({trace})</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Trace of the search</source>
        <translation>搜索过程</translation>
    </message>
    <message>
        <source>Trace: {0} in all</source>
        <translation>过程：共 {0}</translation>
    </message>
    <message>
        <source>✓ done</source>
        <translation>✓ 完成</translation>
    </message>
    <message>
        <source>– skipped</source>
        <translation>– 跳过</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ 失败</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show or hide NoteSearch</source>
        <translation>显示或隐藏 NoteSearch</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>VaultBox</name>
    <message>
        <source>Evergreen folders</source>
        <translation>常青文件夹</translation>
    </message>
    <message>
        <source>Name or path of a folder</source>
        <translation>文件夹的名称或路径</translation>
    </message>
    <message>
        <source>Kinds by path</source>
        <translation>按路径分类</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>不收录</translation>
    </message>
    <message>
        <source>Follow links out of the vault</source>
        <translation>跟随指向库外的链接</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>没有这个文件夹。</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
</context>
<context>
    <name>WelcomeCard</name>
    <message>
        <source>Got it</source>
        <translation>知道了</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Journal, Note or Evergreen: the kind of note. Only journal notes fade with age.</source>
        <translation>日记、笔记或常青：笔记的类型。只有日记会随时间淡化。</translation>
    </message>
    <message>
        <source>Words, meaning, or both: how it was found. “Weak” may be chance.</source>
        <translation>字词、含义或两者：找到它的方式。“弱”可能只是巧合。</translation>
    </message>
    <message>
        <source>Point at a badge for its numbers; {why} shows why a result ranks where it does.</source>
        <translation>将鼠标指向徽章可看到具体数值；{why} 显示结果为什么排在那里。</translation>
    </message>
    <message>
        <source>All of it can be set: {settings} or the sliders at the top. {keys} lists the keys.</source>
        <translation>一切都可以设置：按 {settings} 或点击顶部的滑块图标。{keys} 列出所有按键。</translation>
    </message>
    <message>
        <source>How to read the results</source>
        <translation>如何看懂结果</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>Words</source>
        <translation>字词</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>新旧</translation>
    </message>
    <message>
        <source>Source weight</source>
        <translation>来源权重</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>曾经打开</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Moved by MMR</source>
        <translation>MMR 移动</translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message>
        <source>Why this rank?</source>
        <translation>为什么排在这里？</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>1 day</source>
        <translation>1 天</translation>
    </message>
    <message>
        <source>{0} days</source>
        <translation>{0} 天</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} 毫秒</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>under a minute left</source>
        <translation>不到一分钟</translation>
    </message>
    <message>
        <source>about {0} min left</source>
        <translation>约剩 {0} 分钟</translation>
    </message>
    <message>
        <source>about {0} h left</source>
        <translation>约剩 {0} 小时</translation>
    </message>
</context>
</TS>
