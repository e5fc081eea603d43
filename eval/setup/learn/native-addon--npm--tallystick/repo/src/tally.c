#include <node_api.h>

static napi_value tally(napi_env env, napi_callback_info info)
{
    size_t count = 1;
    napi_value argument, result;
    uint32_t bits = 0;

    napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
    napi_get_value_uint32(env, argument, &bits);
    napi_create_uint32(env, (uint32_t)__builtin_popcount(bits), &result);
    return result;
}

NAPI_MODULE_INIT()
{
    napi_value function;

    napi_create_function(env, "tally", NAPI_AUTO_LENGTH, tally, NULL, &function);
    return function;
}
