const char *kind(const char *s) {
    const char *YYCURSOR = s, *YYMARKER;
    /*!re2c
        re2c:define:YYCTYPE = "unsigned char";
        re2c:yyfill:enable = 0;
        [0-9]+ { return "number"; }
        [a-z]+ { return "word"; }
        *      { return "other"; }
    */
}
